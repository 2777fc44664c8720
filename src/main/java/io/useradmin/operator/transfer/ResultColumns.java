package io.useradmin.operator.transfer;

import io.useradmin.profile.UserRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The columns of the current row of a JDBC result. */
record ResultColumns(ResultSet rows) implements UserRow.Columns {
    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        try {
            return rows.getObject(name, type);
        } catch (SQLException failure) {
            throw new IllegalStateException("the column " + name + " cannot be read", failure);
        }
    }
}
