package io.useradmin.database;

import io.useradmin.shared.Columns;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/** The columns of a row of the reactive client. */
public record RowColumns(Row row) implements Columns {
    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        return row.get(type, name);
    }
}
