package io.useradmin.operator.transfer;

/** An invalid line stopped the import, because of {@code --strict}. */
public final class ImportStoppedException extends Exception {
    private static final long serialVersionUID = 1;

    ImportStoppedException(long line) {
        super("line %d is invalid".formatted(line), null, false, false);
    }
}
