package io.useradmin.operator.transfer;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A source of lines: a file in our own format, or a converted file of another product. */
public interface Source extends Closeable {
    /** The next line without its line end; null after the last line. */
    byte @Nullable [] next() throws IOException;

    /** The number of bytes of the (compressed) file read so far, for the progress. */
    long bytesRead();

    /** Data that cannot be imported: counts by name. */
    Map<String, Long> notImported();
}
