package io.useradmin.operator;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * PostgreSQL's statistics of the tables. For a tenant that is newer than these, PostgreSQL expects a single row, so it may read all rows of
 * the tenant to find one. Autovacuum updates them only after a tenth of a table has changed.
 */
final class Statistics {
    /** A table is analyzed if it has less than this number of rows for each new user. */
    private static final int ROWS_PER_USER = 100;

    /** Only the owner may analyze a table. */
    private static final String GROWN = """
            select t.oid::regclass::text
              from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attname = 'tenant_id'
             where t.relkind in ('r', 'p') and t.relpersistence = 'p' and t.relnamespace = current_schema()::regnamespace
               and pg_has_role(t.relowner, 'usage') and t.reltuples < ?
            """;

    private Statistics() {}

    /** Updates the statistics of the tables that have grown by about 1 % or more, if the role owns them. */
    static void update(Connection connection, long newUsers) throws SQLException {
        List<String> grown = Jdbc.query(connection, GROWN, row -> row.getString(1), (double) newUsers * ROWS_PER_USER);
        if (!grown.isEmpty()) {
            Jdbc.update(connection, "analyze " + String.join(", ", grown));
        }
    }
}
