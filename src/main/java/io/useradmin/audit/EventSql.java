package io.useradmin.audit;

/**
 * SQL of statements that insert events. A statement begins with {@link #begin}, or for a user with {@link #beginWithUserLock}
 * and a change {@code from locked}. It inserts the events with {@link EventInsert}.
 */
public final class EventSql {
    /**
     * The number of advisory locks for the users of a tenant. An import locks all users of a batch, and must not exceed
     * {@code max_locks_per_transaction} of a PostgreSQL with default settings.
     */
    private static final int LOCKS = 4_096;

    /** The numbers from 0 are the locks of users. */
    private static final int TENANT_LOCK = -1;

    /**
     * The SQL expression for the end of the feed: the oldest running transaction. It can still insert events before those of
     * transactions that have already ended. So the feed shows those only after this transaction. Use it only in a query of a
     * table with the tenant: on Citus, only the node of this table knows the value.
     */
    public static final String FEED_END = "pg_snapshot_xmin(pg_current_snapshot())";

    /** In a direct statement with {@link Author#PARAMETERS}, the identifier of the event. */
    public static final String OWN_ID = "cast(:event_id as uuid)";

    /**
     * A condition that makes the query {@code locked} run. Citus needs it for rows that are selected
     * {@code for update}: it cannot return their columns if another {@code with} query is joined.
     */
    public static final String IS_LOCKED = "exists (select from locked)";

    /**
     * An expression for the events that the query {@code event} returns, for {@link RecordedEvents#addAll}. Only the identifiers
     * that {@link RecordedEvents} lists leave PostgreSQL: a user can have 500,000 sessions, whose identifiers would need 18 MB.
     */
    public static final String INSERTED = """
            (select array_to_string((array_agg(event_id::text))[:%1$d], ' ')
                        || case when count(*) > %1$d then ' +' || (count(*) - %1$d) else '' end
                   from event)""".formatted(RecordedEvents.MOST_LISTED);

    private EventSql() {}

    /** The first {@code with} query. {@code author} has {@code :author}, the values of {@link Author#columns}. */
    public static String begin() {
        return "with author as (select cast(:author as text[]) as a)";
    }

    /**
     * The same, with the query {@code locked}. It takes the lock of {@code :user}, a user of {@code :tenant}, and has one row. Every
     * change of a user takes this lock before its transaction gets an xid, so that the feed has the events of a user in commit
     * order.
     */
    public static String beginWithUserLock() {
        return begin() + ", locked as materialized (select " + lock(":tenant", ":user") + ")";
    }

    /** An expression that waits for the lock of a user, and holds it until the transaction ends. */
    public static String lock(String tenant, String user) {
        return lockOf(tenant, lockNumber(user));
    }

    /** The same for a lock of the tenant, which no user has. */
    public static String lock(String tenant) {
        return lockOf(tenant, Integer.toString(TENANT_LOCK));
    }

    /** Cast to text, because Citus cannot pass on a column of type void. */
    private static String lockOf(String tenant, String number) {
        return "pg_advisory_xact_lock(hashtext(%s), %s)::text".formatted(tenant, number);
    }

    /** The number of a user's lock among the locks of the tenant. */
    private static String lockNumber(String user) {
        return "hashtext(%s) & %d".formatted(user, LOCKS - 1);
    }

    /** An event type as an SQL literal. */
    public static String literal(EventType type) {
        return "'" + type.stored() + "'";
    }

    /** An expression that is one of two event types. */
    public static String choice(String condition, EventType type, EventType otherwise) {
        return "case when %s then %s else %s end".formatted(condition, literal(type), literal(otherwise));
    }

    /**
     * A query that takes the locks of the users in {@code users.user_id}. It takes them in a fixed order, so that two such
     * queries cannot deadlock.
     */
    public static String lockAll(String tenant, String users) {
        return "select %s as lock from (select distinct %s as number from %s order by number) as locks"
                .formatted(lockOf(tenant, "number"), lockNumber("user_id"), users);
    }

    /** A condition that waits for the lock of {@code :user} before any row is read. */
    public static String isLocked() {
        return "(select " + lock(":tenant", ":user") + ") is not null";
    }
}
