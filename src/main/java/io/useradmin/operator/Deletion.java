package io.useradmin.operator;

import io.useradmin.operator.jdbc.ServiceStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows in batches, each in its own transaction: locks are short, and completed batches stay. Each batch continues where
 * the last one ended, because before that there are many dead rows that are not vacuumed yet.
 *
 * <p>No batch may depend on good statistics. If PostgreSQL expects few rows for a condition, it searches all rows of the condition for
 * each row of the batch. It expects too few for expired sessions after each purge, and for a new tenant.
 *
 * @param statement deletes a batch; {@code $1} is the value for the condition, {@code $2} where the batch starts, {@code $3} its size
 * @param start where the first batch starts
 */
record Deletion(String statement, String start) {
    private static final String SKIPS_LOCKED = "for update skip locked";

    /**
     * Deletes the rows of all tenants that ended before {@code $1}, and skips locked rows. In a distributed database, no statement
     * can lock rows of several nodes: there, the statement waits for locked rows, and checks again that they ended.
     *
     * @param key the columns of the primary key
     * @param end the time when a row ended; an index must begin with it
     */
    static Deletion ofEnded(String table, List<String> key, String end, boolean isDistributed) {
        String ended = end + " < $1";
        String condition = ended + " and " + end + " >= cast($2 as timestamptz)";
        String lock = isDistributed ? "" : SKIPS_LOCKED;
        String check = isDistributed ? " and " + ended : "";
        return new Deletion(statement(table, key, end, condition, end, lock, check), "-infinity");
    }

    /**
     * Deletes the rows of the tenant {@code $1}, and skips locked rows. Where it deletes, the statement names the tenant again, because a
     * distributed database would otherwise search all shards, and the range of the batch.
     *
     * @param key the columns of the primary key after that of the tenant
     * @param type the type of the first of them
     * @param start a value before all others
     */
    static Deletion ofTenant(String table, List<String> key, String type, String start) {
        String order = join(key, column -> column);
        String range = "tenant_id = $1 and %s.%s >= cast($2 as %s)".formatted(table, key.getFirst(), type);
        String end = "select %s from found order by %s limit 1".formatted(order, join(key, column -> column + " desc"));
        String check = " and %s and (%s) <= (%s)".formatted(range, qualified(table, key), end);
        return new Deletion(statement(table, key, key.getFirst(), range, order, SKIPS_LOCKED, check), start);
    }

    private static String statement(
            String table, List<String> key, String place, String condition, String order, String lock, String check) {
        return """
                with found as (
                    select %2$s, %3$s as place
                      from %1$s
                     where %4$s
                     order by %5$s
                     limit $3
                       %6$s),
                deleted as (
                    delete from %1$s using found
                     where (%7$s) = (%8$s)%9$s
                    returning 1)
                select (select count(*) from deleted), count(*), max(place)::text from found
                """.formatted(
                        table,
                        join(key, column -> column),
                        place,
                        condition,
                        order,
                        lock,
                        qualified(table, key),
                        qualified("found", key),
                        check);
    }

    private static String qualified(String relation, List<String> key) {
        return join(key, column -> relation + "." + column);
    }

    private static String join(List<String> key, UnaryOperator<String> part) {
        return key.stream().map(part).collect(Collectors.joining(", "));
    }

    /** Is notified of the number of deleted rows. */
    interface Progress {
        void deleted(long rows);
    }

    /** Deletes all rows for which the condition holds with {@code parameter}, and returns their number. */
    long run(Connection connection, Object parameter, int batch, Progress progress) throws SQLException {
        long total = 0;
        var last = new Batch(0, 0, start);
        do {
            last = ServiceStatement.query(connection, statement, Batch::read, List.of(parameter, last.end(), batch))
                    .getFirst();
            total += last.deleted();
            progress.deleted(total);
        } while (last.found() > 0);
        return total;
    }

    /**
     * @param found the rows that ended when the statement began. In a distributed database, one may not be deleted because it changed.
     * @param end where the next batch starts; absent after the last
     */
    private record Batch(long deleted, long found, @Nullable String end) {
        static Batch read(ResultSet row) throws SQLException {
            return new Batch(row.getLong(1), row.getLong(2), row.getString(3));
        }
    }
}
