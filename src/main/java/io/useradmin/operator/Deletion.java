package io.useradmin.operator;

import io.useradmin.operator.jdbc.ServiceStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows in batches, each in its own transaction: locks are short, and completed batches stay. Each batch continues where
 * the last one ended, because the beginning is full of deleted rows that are not vacuumed yet. Locked rows are skipped.
 *
 * @param table the table
 * @param key the columns of its primary key
 * @param order the column by which the batches proceed; an index must begin with it, or with columns that {@code condition} fixes
 * @param orderType the type of {@code order}
 * @param start a value of {@code orderType} before all others
 * @param condition which rows to delete, with the parameter {@code $1}; it is repeated where they are deleted, because a database that is
 *     sharded by tenant searches every shard unless the tenant is named
 * @param skipsLocked whether rows that somebody holds are left for the next run
 */
record Deletion(
        String table,
        List<String> key,
        String order,
        String orderType,
        String start,
        String condition,
        boolean skipsLocked) {
    Deletion(String table, List<String> key, String order, String orderType, String start, String condition) {
        this(table, key, order, orderType, start, condition, true);
    }

    /** The same for rows of all tenants in a distributed database, where no statement locks rows of several nodes. It waits for locked rows. */
    Deletion acrossNodes() {
        return new Deletion(table, key, order, orderType, start, condition, false);
    }

    /** Is notified of the number of deleted rows. */
    interface Progress {
        void deleted(long rows);
    }

    /** Deletes all rows for which the condition holds with {@code parameter}, and returns their number. */
    long run(Connection connection, Object parameter, int batch, Progress progress) throws SQLException {
        String statement = statement();
        long total = 0;
        var last = new Batch(0, start);
        do {
            last = ServiceStatement.query(connection, statement, Batch::read, List.of(parameter, last.end(), batch))
                    .getFirst();
            total += last.rows();
            progress.deleted(total);
        } while (last.rows() > 0);
        return total;
    }

    private String statement() {
        return """
                with found as (
                    select %2$s, %3$s as place
                      from %1$s
                     where %6$s and %3$s >= cast($2 as %4$s)
                     order by %3$s
                     limit $3
                       %8$s),
                deleted as (
                    delete from %1$s using found
                     where (%5$s) = (%7$s) and %6$s
                    returning found.place)
                select count(*), max(place)::text from deleted
                """.formatted(
                        table,
                        String.join(", ", key),
                        order,
                        orderType,
                        qualified(table),
                        condition,
                        qualified("found"),
                        skipsLocked ? "for update skip locked" : "");
    }

    private String qualified(String relation) {
        return key.stream().map(column -> relation + "." + column).collect(Collectors.joining(", "));
    }

    /** @param end where the next batch starts; absent after the last */
    private record Batch(long rows, @Nullable String end) {
        static Batch read(ResultSet row) throws SQLException {
            return new Batch(row.getLong(1), row.getString(2));
        }
    }
}
