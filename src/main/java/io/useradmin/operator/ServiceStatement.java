package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.Jdbc.RowReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs a statement of the service, whose parameters have numbers, over JDBC, where each is given once for each place. */
final class ServiceStatement {
    private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

    private ServiceStatement() {}

    /** The only row that {@code sql} returns with {@code values} in the place of {@code $1} and so on. */
    static <T> T queryOne(
            Connection connection, String sql, List<? extends @Nullable Object> values, RowReader<T> reader)
            throws SQLException {
        List<@Nullable Object> inPlaces = new ArrayList<>();
        PARAMETER
                .matcher(sql)
                .results()
                .forEach(place -> inPlaces.add(value(values.get(Integer.parseInt(place.group(1)) - 1))));
        return Jdbc.query(connection, PARAMETER.matcher(sql).replaceAll("?"), reader, inPlaces.toArray())
                .getFirst();
    }

    private static @Nullable Object value(@Nullable Object value) {
        return value instanceof String[] texts ? Arrays.asList(texts) : value;
    }
}
