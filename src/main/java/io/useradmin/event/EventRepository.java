package io.useradmin.event;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.EventSql;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.RowColumns;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads the table of events. The statements that change something insert into it. */
@ApplicationScoped
class EventRepository {
    /**
     * The most events that a statement reads for a selective filter. So a page can have fewer events than its size. The next page
     * begins after the last event that was read.
     */
    static final int MOST_SCANNED = 10_000;

    /** How many tenants are read at the same time on Citus: half of the default of the read connections, which are shared. */
    private static final int MOST_AT_ONCE = 4;

    /** The condition that an event is already in the feed. */
    private static final String IN_FEED = " and xid < " + EventSql.FEED_END;

    /** The end of the feed. */
    private static final String FEED_END_COLUMN = EventSql.FEED_END + "::text::bigint as running";

    private static final String TAILS = """
            select wanted.tenant_id as wanted, %s, e.*
              from unnest(cast($1 as text[]), cast($2 as text[]), cast($3 as bigint[])) as wanted (tenant_id, xid, seq)
                   left join lateral (
                       select %s
                         from (select * from events
                                where tenant_id = wanted.tenant_id
                                  and (xid, seq) > (cast(wanted.xid as xid8), wanted.seq)%s
                                order by xid, seq
                                limit $4) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        order by e.xid, e.seq) as e on true
            """.formatted(FEED_END_COLUMN, Event.COLUMNS, IN_FEED);

    /** For one tenant: on Citus, tenants are on different nodes, and each node has its own end of the feed. */
    private static final String TAIL = """
            select cast($1 as text) as wanted, %s, e.*
              from (values (1)) as one
                   left join lateral (
                       select %s
                         from (select * from events
                                where tenant_id = $1 and (xid, seq) > (cast(cast($2 as text) as xid8), $3)%s
                                order by xid, seq
                                limit $4) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        order by e.xid, e.seq) as e on true
            """.formatted(FEED_END_COLUMN, Event.COLUMNS, IN_FEED);

    private final DirectStatements direct;

    EventRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** The tenant's events before a position, newest first. */
    Uni<EventPage> before(String tenantId, EventFilter filter, Position before, int size) {
        return page(tenantId, filter, before, size, "desc", "<", "")
                .map(rows -> page(rows, size, scanLimit(filter, size)));
    }

    /** The tenant's events after a position, oldest first, without those of transactions that the feed does not show yet. */
    Uni<EventPage> after(String tenantId, EventFilter filter, Position after, int size) {
        return page(tenantId, filter, after, size, "asc", ">", IN_FEED).map(rows -> {
            EventPage page = page(rows, size, scanLimit(filter, size));
            long running = rows.iterator().next().getLong("running");
            return page.hasMore()
                    ? page
                    : new EventPage(page.events(), after.orLater(new Position(running, 0)), false, page.purged());
        });
    }

    /**
     * For each tenant, its events after a position, without those of transactions that the feed does not show yet. One query for
     * all tenants, but on Citus one for each tenant. The failure of a tenant's query comes after the events of all others,
     * because only the tenant's node may be away.
     *
     * @param isRetry whether the queries for these tenants have failed. Then, on Citus, they run one at a time, on a connection of
     *     the pool, so that nothing waits behind them if the tenant's node hangs
     */
    Multi<Map<String, EventBatch>> tails(Map<String, Position> ends, int mostPerTenant, boolean isRetry) {
        return direct.isOnCitus()
                .onItem()
                .transformToMulti(isOnCitus -> isOnCitus
                        ? tailsOnCitus(ends, mostPerTenant, isRetry)
                        : tailsAtOnce(ends, mostPerTenant).toMulti());
    }

    private Multi<Map<String, EventBatch>> tailsOnCitus(
            Map<String, Position> ends, int mostPerTenant, boolean isRetry) {
        return Multi.createFrom()
                .iterable(ends.entrySet())
                .onItem()
                .transformToUni(end -> tail(end.getKey(), end.getValue(), mostPerTenant, isRetry))
                .collectFailures()
                .merge(isRetry ? 1 : MOST_AT_ONCE);
    }

    private Uni<Map<String, EventBatch>> tail(String tenantId, Position end, int most, boolean isRetry) {
        List<Object> values = List.of(tenantId, Long.toString(end.xid()), end.seq(), most);
        return (isRetry ? direct.readAlone(TAIL, values) : direct.readRecent(TAIL, values))
                .map(rows -> tails(rows, Map.of(tenantId, end), most));
    }

    private Uni<Map<String, EventBatch>> tailsAtOnce(Map<String, Position> ends, int mostPerTenant) {
        List<Map.Entry<String, Position>> all = List.copyOf(ends.entrySet());
        List<Object> values = List.of(
                all.stream().map(Map.Entry::getKey).toArray(String[]::new),
                all.stream().map(end -> Long.toString(end.getValue().xid())).toArray(String[]::new),
                all.stream().map(end -> end.getValue().seq()).toArray(Long[]::new),
                mostPerTenant);
        return direct.readRecent(TAILS, values).map(rows -> tails(rows, ends, mostPerTenant));
    }

    private static Map<String, EventBatch> tails(RowSet<Row> rows, Map<String, Position> from, int mostPerTenant) {
        Position end = new Position(rows.iterator().next().getLong("running"), 0);
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
                new EventBatch(
                        events,
                        events.size() < mostPerTenant
                                ? Objects.requireNonNull(from.get(tenantId)).orLater(end)
                                : events.getLast().position())));
        return batches;
    }

    private Uni<RowSet<Row>> page(
            String tenantId, EventFilter filter, Position from, int size, String order, String side, String ended) {
        List<Object> values = new ArrayList<>(
                List.of(tenantId, Long.toString(from.xid()), from.seq(), scanLimit(filter, size), size + 2));
        String user =
                filter.userId().map(id -> " and user_id = " + add(id, values)).orElse("");
        String statement = pageStatement(condition(filter, values), order, side, user + ended);
        // From END, the newest events are read: on the primary, because a replica has an older end of the feed.
        return from.equals(Position.END) ? direct.readNewest(statement, values) : direct.read(statement, values);
    }

    /**
     * A page in one order. It always has a first row, with the bounds of the feed. "is_last" is the last event that the statement
     * read, whether or not it passes the filter.
     */
    private static String pageStatement(String condition, String order, String side, String bounds) {
        return """
            select %6$s,
                   p.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
              from (values (1)) as one
                   left join purged_events p on p.tenant_id = $1
                   left join lateral (
                       select %1$s, e.passes, e.scanned, e.is_last
                         from (select scanned.*, %2$s as passes, count(*) over () as scanned,
                                      lead(seq) over (order by xid %3$s, seq %3$s) is null as is_last
                                 from (select * from events
                                        where tenant_id = $1 and (xid, seq) %4$s (cast(cast($2 as text) as xid8), $3)%5$s
                                        order by xid %3$s, seq %3$s
                                        limit $4) as scanned) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        where e.passes or e.is_last
                        order by e.xid %3$s, e.seq %3$s
                        limit $5) as e on true
            """.formatted(Event.COLUMNS, condition, order, side, bounds, FEED_END_COLUMN);
    }

    /** The page reads one more event than it shows, to know whether there is a next page. */
    private static int scanLimit(EventFilter filter, int size) {
        return filter.isOfEveryEvent() ? size + 1 : MOST_SCANNED;
    }

    private static String condition(EventFilter filter, List<Object> values) {
        List<String> conditions = new ArrayList<>(List.of("true"));
        if (!filter.types().isEmpty()) {
            conditions.add("type = any(" + add(filter.types().toArray(String[]::new), values) + ")");
        }
        filter.actor().ifPresent(actor -> conditions.add("actor = " + add(actor, values)));
        filter.keyId().ifPresent(key -> conditions.add("key_id = " + add(key, values)));
        // An event without an actor does not pass a filter of actors.
        return "coalesce(" + String.join(" and ", conditions) + ", false)";
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
        boolean isCutOff = !scanned.isEmpty() && scanned.getFirst().getLong("scanned") == scanLimit;
        Position end = scanned.isEmpty() ? Position.START : Position.read(new RowColumns(scanned.getLast()));
        return new EventPage(shown, end, isCutOff, purged);
    }

    private static Optional<Position> purged(Row row) {
        return Optional.ofNullable(row.getLong("purged_xid"))
                .map(xid -> new Position(xid, Objects.requireNonNull(row.getLong("purged_seq"))));
    }

    /** Adds a value; returns its parameter. */
    private static String add(Object value, List<Object> values) {
        values.add(value);
        return "$" + values.size();
    }
}
