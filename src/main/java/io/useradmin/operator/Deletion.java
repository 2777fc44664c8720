package io.useradmin.operator;

import io.useradmin.operator.jdbc.ServiceStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongConsumer;
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
    private static final String RESULT = "select (select count(*) from deleted), count(*), max(place)::text from found";

    /**
     * Deletes the rows of all tenants that ended before {@code $1}, and skips locked rows. In a distributed database, no statement
     * can lock rows of several nodes: there, the statement waits for locked rows, and checks again that they ended.
     *
     * @param key the columns of the primary key
     * @param end the time when a row ended; an index must begin with it
     */
    static Deletion ofEnded(String table, List<String> key, String end, boolean isDistributed) {
        String statement = """
                with found as (
                    select %2$s, %3$s as place
                      from %1$s
                     where %3$s < $1 and %3$s >= cast($2 as timestamptz)
                     order by %3$s
                     limit $3 %6$s
                ), deleted as (
                    delete from %1$s using found
                     where (%4$s) = (%5$s) %7$s
                    returning 1
                )
                """.formatted(
                        table,
                        join(key, column -> column),
                        end,
                        qualified(table, key),
                        qualified("found", key),
                        isDistributed ? "" : "for update skip locked",
                        isDistributed ? "and " + end + " < $1" : "");
        return new Deletion(statement + RESULT, "-infinity");
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
        String statement = """
                with found as (
                    select %2$s, %3$s as place
                      from %1$s
                     where tenant_id = $1 and %3$s >= cast($2 as %7$s)
                     order by %2$s
                     limit $3
                       for update skip locked
                ), deleted as (
                    delete from %1$s using found
                     where (%4$s) = (%5$s)
                       and tenant_id = $1 and %1$s.%3$s >= cast($2 as %7$s)
                       and (%4$s) <= (select %2$s from found order by %6$s limit 1)
                    returning 1
                )
                """.formatted(
                        table,
                        join(key, column -> column),
                        key.getFirst(),
                        qualified(table, key),
                        qualified("found", key),
                        join(key, column -> column + " desc"),
                        type);
        return new Deletion(statement + RESULT, start);
    }

    private static String qualified(String relation, List<String> key) {
        return join(key, column -> relation + "." + column);
    }

    private static String join(List<String> key, UnaryOperator<String> part) {
        return key.stream().map(part).collect(Collectors.joining(", "));
    }

    /**
     * Deletes all rows for which the condition holds with {@code parameter}, and returns their number.
     *
     * @param progress receives the number of deleted rows
     */
    long run(Connection connection, Object parameter, int batch, LongConsumer progress) throws SQLException {
        long total = 0;
        var last = new Batch(0, 0, start);
        do {
            last = ServiceStatement.query(connection, statement, Batch::read, List.of(parameter, last.end(), batch))
                    .getFirst();
            total += last.deleted();
            progress.accept(total);
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
