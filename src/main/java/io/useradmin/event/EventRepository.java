package io.useradmin.event;

import static io.useradmin.database.DirectStatements.parameter;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.useradmin.database.BoundStatement;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.RowColumns;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.StreamSupport;

/** Reads the table of events. The statements that change something insert into it. */
@Singleton
class EventRepository {
    /**
     * The most events that a statement reads for a selective filter. So a page can have fewer events than its size. The next page
     * begins after the last event that was read.
     */
    static final int MOST_SCANNED = 10_000;

    /** How many tenants are read at the same time on Citus: half of the default of the read connections, which are shared. */
    private static final int MOST_AT_ONCE = 4;

    private final DirectStatements direct;

    EventRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /**
     * The tenant's events before a position, newest first. On the primary: a replica that lags would leave out those that it has not
     * replayed.
     */
    Uni<EventPage> before(String tenantId, EventFilter filter, Position before, int size) {
        BoundStatement query = pageQuery(tenantId, filter, before, PageLimit.of(size), EventStatements::auditLogPage);
        return direct.readNewest(query.sql(), query.values()).map(rows -> page(rows, size, scanLimit(filter, size)));
    }

    /**
     * The tenant's events after a position, oldest first, without those of transactions that the feed does not show yet. At the end of
     * the feed, the next position is that of its last event.
     */
    Uni<EventPage> after(String tenantId, EventFilter filter, Position after, PageLimit limit) {
        BoundStatement query = pageQuery(tenantId, filter, after, limit, EventStatements::feedPage);
        return direct.read(query.sql(), query.values()).map(rows -> {
            EventPage page = page(rows, limit.events(), scanLimit(filter, limit.events()));
            return page.hasMore()
                    ? page
                    : new EventPage(
                            page.events(), after.orLater(last(rows.iterator().next())), false, page.purged());
        });
    }

    /**
     * For each tenant, its events after a position, without those of transactions that the feed does not show yet. One query for
     * all tenants, but on Citus one for each tenant. The failure of a tenant's query comes after the events of all others,
     * because only the tenant's node may be away.
     *
     * @param attempt a retry on Citus runs the queries one at a time, on a connection of the pool, so that nothing waits behind
     *     them if the tenant's node hangs
     */
    Multi<Map<String, EventBatch>> tails(Map<String, Position> ends, PageLimit limit, Attempt attempt) {
        return direct.isOnCitus()
                .onItem()
                .transformToMulti(isOnCitus -> isOnCitus
                        ? tailsOnCitus(ends, limit, attempt)
                        : tailsAtOnce(ends, limit).toMulti());
    }

    private Multi<Map<String, EventBatch>> tailsOnCitus(Map<String, Position> ends, PageLimit limit, Attempt attempt) {
        return Multi.createFrom()
                .iterable(ends.entrySet())
                .onItem()
                .transformToUni(end -> tail(end.getKey(), end.getValue(), limit, attempt))
                .collectFailures()
                .merge(attempt == Attempt.RETRY ? 1 : MOST_AT_ONCE);
    }

    private Uni<Map<String, EventBatch>> tail(String tenantId, Position end, PageLimit limit, Attempt attempt) {
        List<Object> values =
                List.of(tenantId, Long.toString(end.xid()), end.seq(), limit.events(), limit.changedBytes());
        return (attempt == Attempt.RETRY
                        ? direct.readAlone(EventStatements.TAIL, values)
                        : direct.readRecent(EventStatements.TAIL, values))
                .map(rows -> batches(rows, Map.of(tenantId, end)));
    }

    private Uni<Map<String, EventBatch>> tailsAtOnce(Map<String, Position> ends, PageLimit limit) {
        List<Map.Entry<String, Position>> all = List.copyOf(ends.entrySet());
        List<Object> values = List.of(
                all.stream().map(Map.Entry::getKey).toArray(String[]::new),
                all.stream().map(end -> Long.toString(end.getValue().xid())).toArray(String[]::new),
                all.stream().map(end -> end.getValue().seq()).toArray(Long[]::new),
                limit.events(),
                limit.changedBytes());
        return direct.readRecent(EventStatements.TAILS, values).map(rows -> batches(rows, ends));
    }

    private static Map<String, EventBatch> batches(RowSet<Row> rows, Map<String, Position> from) {
        Map<String, List<Event>> found = new HashMap<>();
        rows.forEach(row -> {
            List<Event> events = found.computeIfAbsent(row.getString("wanted"), _ -> new ArrayList<>());
            if (row.getLong("seq") != null) {
                events.add(Event.read(new RowColumns(row)));
            }
        });
        Map<String, EventBatch> batches = new HashMap<>();
        found.forEach((tenantId, events) -> batches.put(
                tenantId,
                EventBatch.of(
                        events,
                        events.isEmpty()
                                ? Objects.requireNonNull(from.get(tenantId))
                                : events.getLast().position())));
        return batches;
    }

    private static BoundStatement pageQuery(
            String tenantId, EventFilter filter, Position from, PageLimit limit, BinaryOperator<String> statement) {
        int size = limit.events();
        List<Object> values = new ArrayList<>(List.of(
                tenantId,
                Long.toString(from.xid()),
                from.seq(),
                scanLimit(filter, size),
                rowLimit(size),
                limit.changedBytes()));
        String user = filter.userId()
                .map(id -> " and user_id = " + parameter(id, values))
                .orElse("");
        return new BoundStatement(statement.apply(condition(filter, values), user), values);
    }

    /** One more event that passes, as in {@link #scanLimit}, and the last event that was read, which is a row in any case. */
    private static int rowLimit(int size) {
        return size + 2;
    }

    /** The page reads one more event than it shows, to know whether there is a next page. */
    private static int scanLimit(EventFilter filter, int size) {
        return filter.isOfEveryEvent() ? size + 1 : MOST_SCANNED;
    }

    private static String condition(EventFilter filter, List<Object> values) {
        List<String> conditions = new ArrayList<>(List.of("true"));
        if (!filter.types().admitsAll()) {
            conditions.add(condition(filter.types(), values));
        }
        filter.actor().ifPresent(actor -> conditions.add("actor = " + parameter(actor, values)));
        filter.keyId().ifPresent(key -> conditions.add("key_id = " + parameter(key, values)));
        // An event without an actor does not pass a filter of actors.
        return "coalesce(" + String.join(" and ", conditions) + ", false)";
    }

    private static String condition(TypeFilter types, List<Object> values) {
        return "(type = any(%s) or type ^@ any(%s))"
                .formatted(
                        parameter(types.names().toArray(String[]::new), values),
                        parameter(types.beginnings().toArray(String[]::new), values));
    }

    private static EventPage page(RowSet<Row> rows, int size, int scanLimit) {
        List<Row> scanned = StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.getLong("seq") != null)
                .toList();
        List<Event> passing = scanned.stream()
                .filter(row -> row.getBoolean("passes"))
                .map(row -> Event.read(new RowColumns(row)))
                .toList();
        List<Event> shown = passing.subList(0, Math.min(size, passing.size()));
        Optional<Position> purged = purged(rows.iterator().next());
        if (passing.size() > size) {
            return new EventPage(shown, shown.getLast().position(), true, purged);
        }
        boolean isCutOff = !scanned.isEmpty()
                && (scanned.getFirst().getLong("scanned") == scanLimit
                        || !scanned.getLast().getBoolean("is_last"));
        Position end = scanned.isEmpty() ? Position.START : Position.read(new RowColumns(scanned.getLast()));
        return new EventPage(shown, end, isCutOff, purged);
    }

    private static Optional<Position> purged(Row row) {
        return position(row, "purged_xid", "purged_seq");
    }

    /**
     * The position of the last event of the feed. PostgreSQL cannot use its xid again, because it has committed. It can use a greater one
     * again that a client has seen running: after a crash or a failover, it may not know that it has assigned it.
     */
    private static Position last(Row row) {
        return position(row, "last_xid", "last_seq").orElse(Position.BEFORE_FIRST);
    }

    private static Optional<Position> position(Row row, String xidColumn, String seqColumn) {
        return Optional.ofNullable(row.getLong(xidColumn))
                .map(xid -> new Position(xid, Objects.requireNonNull(row.getLong(seqColumn))));
    }
}
