package io.useradmin.database;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.database.replica.ReadConsistency;
import io.useradmin.database.replica.Replica;
import io.useradmin.shared.CountLimit;
import io.useradmin.shared.Counting;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TotalCount;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/**
 * Runs single statements directly on the reactive client, without Panache, each in its own transaction: reads, and the most
 * frequent writes. docs/adr/0009-straight-to-the-pool.md compares the cost.
 *
 * <p>A write within a session or a transaction fails: a request that holds a pool connection and waits for another one can
 * deadlock. A read is safe there, because it uses other connections, and nobody waits for those while holding one.
 */
@Singleton
public class DirectStatements {
    private final Pool pool;
    private final SqlClient pipelined;
    private final Citus citus;
    private final Replica replica;
    private final CountLimit counts;
    private final Mutiny.SessionFactory sessions;
    private final ExactCounts exactCounts;

    DirectStatements(
            Pool pool,
            @Pipelined SqlClient pipelined,
            Citus citus,
            Replica replica,
            CountLimit counts,
            Mutiny.SessionFactory sessions,
            ExactCounts exactCounts) {
        this.pool = pool;
        this.pipelined = pipelined;
        this.citus = citus;
        this.replica = replica;
        this.counts = counts;
        this.sessions = sessions;
        this.exactCounts = exactCounts;
    }

    /**
     * Runs a statement that writes, with {@code values} for {@code $1} and so on ({@link NamedParameters}). ArchitectureTest
     * lists the allowed callers. Within a session it fails with an {@link IllegalStateException}.
     */
    public Uni<RowSet<Row>> write(String statement, List<? extends @Nullable Object> values) {
        return AsyncResultUni.toUni(handler -> {
            requireNoSession();
            stayOnPrimary();
            execute(pool, statement, values).onComplete(handler);
        });
    }

    /**
     * Runs a statement that only reads, pipelined on a shared connection. This takes half the CPU of a separate connection.
     * Within a {@link RequestTransaction} it sees what that transaction has written. If the request has a {@link ReadConsistency}, a
     * replica may run the statement. If the request has a {@link ResultMemory}, its rows count.
     */
    public Uni<RowSet<Row>> read(String statement, List<?> values) {
        return AsyncResultUni.toUni(handler -> ReadConsistency.current()
                .map(consistency -> read(consistency, statement, values))
                .orElseGet(() -> readOnPrimary(statement, values))
                .onComplete(handler));
    }

    /** Runs a statement that only reads, on the primary. For data that affects later requests, such as cached keys. */
    public Uni<RowSet<Row>> readNewest(String statement, List<?> values) {
        return AsyncResultUni.toUni(handler -> readOnPrimary(statement, values).onComplete(handler));
    }

    /**
     * Runs a statement that only reads and is not part of a request. If there is a replica that does not lag too much, it runs
     * there.
     */
    public Uni<RowSet<Row>> readRecent(String statement, List<?> values) {
        return AsyncResultUni.toUni(handler ->
                read(ReadConsistency.of(Optional.empty()), statement, values).onComplete(handler));
    }

    /**
     * Runs a statement that only reads and may take long, on the primary. It has a connection of the pool for itself, so no read
     * waits behind it. The caller runs one such statement at a time, because writes need the other connections.
     */
    public Uni<RowSet<Row>> readAlone(String statement, List<?> values) {
        return AsyncResultUni.toUni(handler -> execute(pool, statement, values).onComplete(handler));
    }

    /**
     * Runs a statement that counts rows to their end, on the primary, in turn with the exact counts of lists. Within a
     * {@link RequestTransaction} it has the connection of that transaction, and must not hold it while it waits for its turn.
     */
    public Uni<RowSet<Row>> readInTurn(String statement, List<?> values) {
        return AsyncResultUni.toUni(handler -> {
            stayOnPrimary();
            Future<RowSet<Row>> rows = RequestTransaction.current().isPresent()
                    ? readOnPrimary(statement, values)
                    : exactCounts.run(statement, bound(values));
            rows.onComplete(handler);
        });
    }

    /** Whether the database is Citus. Statements for several tenants depend on it. Queries the database if it is not yet known. */
    public Uni<Boolean> isOnCitus() {
        return AsyncResultUni.toUni(handler -> citus.isThere(pipelined).onComplete(handler));
    }

    /**
     * The end of a statement that returns {@code limit} rows from {@code offset}; adds its parameters to {@code values}. The
     * first page has no offset parameter: PostgreSQL would estimate it as a tenth of the rows. Then a generic plan looks so
     * expensive that PostgreSQL plans each execution, which takes longer than the list itself.
     */
    public static String rows(int offset, int limit, List<Object> values) {
        String rows = " limit " + parameter(limit, values);
        return offset == 0 ? rows : rows + " offset " + parameter(offset, values);
    }

    /** Adds {@code value} to the values of a statement; returns its parameter. */
    public static String parameter(Object value, List<? super Object> values) {
        values.add(value);
        return "$" + values.size();
    }

    /**
     * Reads a page of a list. The column {@code counted} of its rows has the number of elements of the list. An empty page does
     * not have it.
     */
    public <T> Uni<PageResult<T>> page(String statement, List<?> values, Counting counting, Function<Row, T> element) {
        return read(statement, values, counting).map(rows -> {
            List<T> items = new ArrayList<>(rows.size());
            rows.forEach(row -> items.add(element.apply(row)));
            return items.isEmpty()
                    ? PageResult.empty(TotalCount.none(counting))
                    : new PageResult<>(
                            items, counts.total(rows.iterator().next().getLong("counted"), counting));
        });
    }

    /** Reads a page of {@code list}, with one more element if there is one. Past the end, the page is empty and has no count. */
    public <T> Uni<PageResult<T>> page(
            ListStatement list, PageRequest<?> page, List<?> values, Function<Row, T> element) {
        List<Object> all = new ArrayList<>(values);
        String statement = list.page(page, counts.rows(page.counting()), all);
        return page(statement, all, page.counting(), element);
    }

    /** Counts {@code list} up to {@link CountLimit#rows}. */
    public Uni<TotalCount> count(ListStatement list, List<?> values, Counting counting) {
        return count(list.count(counts.rows(counting)), values, counting);
    }

    /** Runs a statement that counts a list up to {@link CountLimit#rows} and returns one number. */
    public Uni<TotalCount> count(String statement, List<?> values, Counting counting) {
        return read(statement, values, counting)
                .map(rows -> counts.total(rows.iterator().next().getLong(0), counting));
    }

    private Uni<RowSet<Row>> read(String statement, List<?> values, Counting counting) {
        return counting == Counting.EXACT ? readInTurn(statement, values) : read(statement, values);
    }

    /** No later read of the request may be older than what the primary returns. */
    private static void stayOnPrimary() {
        ReadConsistency.current().ifPresent(ReadConsistency::stayOnPrimary);
    }

    private Future<RowSet<Row>> read(ReadConsistency consistency, String statement, List<?> values) {
        return replica.read(consistency, statement, () -> bound(values), () -> readOnPrimary(statement, values));
    }

    private Future<RowSet<Row>> readOnPrimary(String statement, List<?> values) {
        SqlClient client =
                RequestTransaction.current().<SqlClient>map(joined -> joined).orElse(pipelined);
        return ArrivingRows.of(client.preparedQuery(statement), bound(values));
    }

    private void requireNoSession() {
        if (sessions.getCurrentSession() != null || sessions.getCurrentStatelessSession() != null) {
            throw new IllegalStateException("A direct write within a session would wait for a second connection.");
        }
    }

    private static Future<RowSet<Row>> execute(
            SqlClient client, String statement, List<? extends @Nullable Object> values) {
        return client.preparedQuery(statement).execute(bound(values));
    }

    /** Concatenates the parameters {@code first} and {@code last}, which may contain null. */
    public static List<@Nullable Object> values(List<?> first, List<? extends @Nullable Object> last) {
        List<@Nullable Object> values = new ArrayList<>(first);
        values.addAll(last);
        return values;
    }

    private static Tuple bound(List<? extends @Nullable Object> values) {
        Tuple bound = Tuple.tuple();
        values.forEach(
                value -> bound.addValue(value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value));
        return bound;
    }
}
