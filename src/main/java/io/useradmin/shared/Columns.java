package io.useradmin.shared;

import org.jspecify.annotations.Nullable;

/** The columns of a row by their names, from whichever driver it comes. */
@FunctionalInterface
public interface Columns {
    /** The value of a column; null where the database has none. */
    <T> @Nullable T get(String name, Class<T> type);

    /** The value of a column that cannot be null. */
    default <T> T required(String name, Class<T> type) {
        T value = get(name, type);
        if (value == null) {
            throw new IllegalStateException("the column " + name + " cannot be null");
        }
        return value;
    }
}
