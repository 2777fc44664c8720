package io.useradmin.operator.transfer;

/** An invalid line stopped the import, because of {@code --strict}. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1;

    StoppedException(long line) {
        super("line %d is invalid".formatted(line), null, false, false);
    }
}
