package io.useradmin.schema;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A database's contents and schema, read from PostgreSQL's catalogue, so that new parts of the schema are included
 * automatically.
 */
final class Catalogue {
    /** The whole schema without Flyway's table: one line for each part, the same on every machine. */
    private static final String DESCRIPTION = """
            with relation as (
                select * from pg_class
                 where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I') and relname <> 'flyway_schema_history'
            ), description (owner, part, place, name, line) as (
                select relname::text, 1, 0, '',
                       case relkind when 'r' then 'table ' when 'v' then 'view ' else 'relation ' end || relname
                       || case relkind when 'v' then ' ' || pg_get_viewdef(oid) else '' end
                       || coalesce(' with ' || array_to_string(reloptions, ', '), '')
                  from relation
                union all
                select relname, 2, attnum, '',
                       '  column ' || attname || ' ' || format_type(atttypid, atttypmod)
                       || case when attcollation <> typcollation then ' collate ' || attcollation::regcollation else '' end
                       || case when attnotnull then ' not null' else '' end
                       || case attgenerated when '' then '' else ' generated' end
                       || case attidentity when '' then '' else ' identity' end
                       || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
                  from relation
                  join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
                  join pg_type on pg_type.oid = atttypid
                  left join pg_attrdef on adrelid = attrelid and adnum = attnum
                union all
                select relname, 3, 0, conname, '  constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
                  from relation
                  join pg_constraint on conrelid = relation.oid and contype <> 'n'
                union all
                select tablename, 4, 0, indexname, '  index ' || indexdef
                  from relation
                  join pg_indexes on tablename = relname and schemaname = 'public'
                union all
                select relname, 5, 0, tgname, '  trigger ' || pg_get_triggerdef(pg_trigger.oid)
                  from relation
                  join pg_trigger on tgrelid = relation.oid and not tgisinternal
                union all
                select '~', 6, 0, typname,
                       'domain ' || typname || ' as ' || format_type(typbasetype, typtypmod)
                       || coalesce(' ' || (select string_agg(conname || ' ' || pg_get_constraintdef(oid), ' ' order by conname)
                                             from pg_constraint where contypid = pg_type.oid), '')
                  from pg_type
                 where typnamespace = 'public'::regnamespace and typtype = 'd'
                union all
                select '~', 7, 0, proname || ' ' || oid::regprocedure, rtrim(pg_get_functiondef(oid), chr(10))
                  from pg_proc
                 where pronamespace = 'public'::regnamespace
            )
            select line from description
             order by owner collate "C", part, place, name collate "C"
            """;

    private static final String COLUMNS = """
            select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position)
              from information_schema.columns
             where table_schema = 'public' and table_name <> 'flyway_schema_history'
             group by table_name
             order by table_name
            """;

    private static final String ROWS = """
            select row_to_json(row)::text from (select %s from %s) row order by row_to_json(row)::text collate "C"
            """;

    private Catalogue() {}

    static Connection connect(String jdbcUrl) throws SQLException {
        return DriverManager.getConnection(jdbcUrl, FreshDatabase.USER, null);
    }

    static String describe(Connection connection) throws SQLException {
        return String.join("\n", Jdbc.query(connection, DESCRIPTION, row -> row.getString(1))) + "\n";
    }

    /** A query for each table, by name. It selects the current columns, so it returns the same after columns are added. */
    static Map<String, String> contents(Connection connection) throws SQLException {
        return Jdbc.query(
                        connection,
                        COLUMNS,
                        row -> Map.entry(row.getString(1), ROWS.formatted(row.getString(2), row.getString(1))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The results of the queries. */
    static Map<String, List<String>> rows(Connection connection, Map<String, String> queries) throws SQLException {
        Map<String, List<String>> rows = new TreeMap<>();
        for (Map.Entry<String, String> query : queries.entrySet()) {
            rows.put(query.getKey(), Jdbc.query(connection, query.getValue(), row -> row.getString(1)));
        }
        return rows;
    }

    /** Executes a script. */
    static void run(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(script);
        }
    }
}
