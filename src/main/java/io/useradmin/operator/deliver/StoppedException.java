package io.useradmin.operator.deliver;

/** The delivery cannot continue. The message has the reason. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1;

    StoppedException(String message) {
        super(message, null, false, false);
    }
}
