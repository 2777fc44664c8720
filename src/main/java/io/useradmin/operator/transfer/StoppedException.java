package io.useradmin.operator.transfer;

/** A line was wrong with {@code --strict}. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1;

    StoppedException(long line) {
        super("line %d is wrong".formatted(line), null, false, false);
    }
}
