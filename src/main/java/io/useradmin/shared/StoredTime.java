package io.useradmin.shared;

/**
 * The SQL of the current time for a column that lists are sorted by. The API shows whole seconds. If parts of a second were
 * stored, they would order rows whose times look equal, instead of the identifier.
 */
public final class StoredTime {
    private StoredTime() {}

    /** The time of the parameter {@code now} in whole seconds. */
    public static String of(String now) {
        return "date_trunc('second', cast(" + now + " as timestamptz))";
    }
}
