package io.useradmin.operator.transfer;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where lines come from: a file of our own format, or that of another product, told in ours. */
public interface Source extends Closeable {
    /** The next line without its end, or null where there is none left. */
    byte @Nullable [] next() throws IOException;

    /** How many bytes of the file have been read, before it was unpacked; to tell how far the work has come. */
    long bytesRead();

    /** What was found that has no place here, how often, by its name. */
    Map<String, Long> notImported();
}
