package io.useradmin.operator.transfer;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The source of lines: a file in our own format, or one of another product, converted. */
public interface Source extends Closeable {
    /** The next line without its end, or null after the last. */
    byte @Nullable [] next() throws IOException;

    /** The number of bytes of the (compressed) file read so far, for the progress. */
    long bytesRead();

    /** Data without a place here: counts by name. */
    Map<String, Long> notImported();
}
