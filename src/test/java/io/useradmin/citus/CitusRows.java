package io.useradmin.citus;

import io.useradmin.testsupport.SqlDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The contents of a database's tables, distributed or not. */
final class CitusRows {
    private static final String TABLES = """
            select table_name from information_schema.tables
             where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'flyway_schema_history'
            """;

    private CitusRows() {}

    /** Each table's rows as text, without transaction numbers, which differ between nodes. */
    static Map<String, List<String>> of(SqlDatabase database) throws SQLException {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String table : database.list(TABLES)) {
            rows.put(table, database.list("select to_jsonb(r)::text from " + table + " r order by 1"));
        }
        return rows;
    }

    /** The columns of each table. */
    static List<String> columns(SqlDatabase database) throws SQLException {
        return database.list("""
                select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
                  from information_schema.columns where table_schema = 'public' order by 1
                """);
    }
}
