package io.useradmin.operator.jdbc;

import io.useradmin.operator.jdbc.Jdbc.RowReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the service's statements over JDBC. Their numbered parameters ({@code $1}) become JDBC parameters, one for each use. */
public final class ServiceStatement {
    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

    private ServiceStatement() {}

    /** The rows that {@code sql} returns with {@code values} for {@code $1} and so on. */
    public static <T> List<T> query(
            Connection connection, String sql, RowReader<T> reader, List<? extends @Nullable Object> values)
            throws SQLException {
        return Jdbc.query(connection, places(sql), reader, inPlaces(sql, values));
    }

    /** The prepared statement with its values, for the caller to execute. */
    public static PreparedStatement prepare(Connection connection, String sql, List<? extends @Nullable Object> values)
            throws SQLException {
        return Jdbc.prepare(connection, places(sql), inPlaces(sql, values));
    }

    private static String places(String sql) {
        return PARAMETER.matcher(sql).replaceAll("?");
    }

    private static @Nullable Object[] inPlaces(String sql, List<? extends @Nullable Object> values) {
        List<@Nullable Object> inPlaces = new ArrayList<>();
        PARAMETER
                .matcher(sql)
                .results()
                .forEach(place -> inPlaces.add(value(values.get(Integer.parseInt(place.group(1)) - 1))));
        return inPlaces.toArray();
    }

    private static @Nullable Object value(@Nullable Object value) {
        return value instanceof String[] texts ? Arrays.asList(texts) : value;
    }
}
