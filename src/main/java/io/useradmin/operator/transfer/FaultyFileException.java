package io.useradmin.operator.transfer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The file has a fault in its content, so it cannot be imported, also not by another run. */
public final class FaultyFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** A fault that {@code message} describes. */
    public FaultyFileException(String message) {
        this(message, null);
    }

    /** A fault that {@code message} describes, with the exception of the decoder. */
    public FaultyFileException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
