package io.useradmin.operator.deliver;

/** The delivery cannot go on; the message says why, in sentences. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1;

    StoppedException(String message) {
        super(message, null, false, false);
    }
}
