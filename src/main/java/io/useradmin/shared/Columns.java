package io.useradmin.shared;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Reads the columns of a row by name, for each database driver. */
@FunctionalInterface
public interface Columns {
    /** The value of a column; null for SQL null. */
    <T> @Nullable T get(String name, Class<T> type);

    /** The point in time in a column; null for SQL null. */
    default @Nullable Instant instant(String name) {
        OffsetDateTime time = get(name, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** The value of a column that cannot be null. */
    default <T> T required(String name, Class<T> type) {
        T value = get(name, type);
        if (value == null) {
            throw new IllegalStateException("the column " + name + " cannot be null");
        }
        return value;
    }
}
