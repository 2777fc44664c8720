package io.useradmin.operator.jdbc;

import io.useradmin.shared.Columns;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The columns of the current row of a JDBC result. */
public record ResultColumns(ResultSet rows) implements Columns {
    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        try {
            return type.isArray() ? array(name, type) : rows.getObject(name, type);
        } catch (SQLException failure) {
            throw new IllegalStateException("the column " + name + " cannot be read", failure);
        }
    }

    private <T> @Nullable T array(String name, Class<T> type) throws SQLException {
        Array array = rows.getArray(name);
        return array == null ? null : type.cast(array.getArray());
    }
}
