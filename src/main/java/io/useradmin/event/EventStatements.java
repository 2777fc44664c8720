package io.useradmin.event;

import io.useradmin.audit.EventSql;

/** The SQL that reads the table of events. Each statement ends early if the names of changed members are long ({@link PageLimit}). */
final class EventStatements {
    /** The condition that an event is already in the feed. */
    private static final String IN_FEED = " and xid < " + EventSql.FEED_END;

    /** The last event of the feed, whatever the filter, or the last one that was purged. */
    private static final String LAST_COLUMNS =
            "coalesce(last.xid, p.xid)::text::bigint as last_xid, coalesce(last.seq, p.seq) as last_seq, ";

    private static final String LAST = """
            left join lateral (
                select xid, seq from events where tenant_id = $1%s order by xid desc, seq desc limit 1) as last on true
            """.formatted(IN_FEED);

    /** The bytes of the changed members of the rows before {@code e}, in an order. */
    static final String BYTES_BEFORE = """
            coalesce(sum(octet_length(e.changed::text)) over (order by e.xid %1$s, e.seq %1$s
                rows between unbounded preceding and 1 preceding), 0) as bytes_before""";

    private static final String TAIL_COLUMNS = Event.COLUMNS + ", " + BYTES_BEFORE.formatted("asc");

    static final String TAILS = tail(
            "wanted.tenant_id",
            "unnest(cast($1 as text[]), cast($2 as text[]), cast($3 as bigint[])) as wanted (tenant_id, xid, seq)",
            "tenant_id = wanted.tenant_id and (xid, seq) > (cast(wanted.xid as xid8), wanted.seq)");

    /** For one tenant: on Citus, tenants are on different nodes, and each node has its own end of the feed. */
    static final String TAIL = tail(
            "cast($1 as text)",
            "(values (1)) as one",
            "tenant_id = $1 and (xid, seq) > (cast(cast($2 as text) as xid8), $3)");

    private EventStatements() {}

    private static String tail(String tenant, String tenants, String following) {
        return """
            select %1$s as wanted, e.*
              from %2$s
                   left join lateral (
                       select %4$s
                         from (select * from events
                                where %3$s%5$s
                                order by xid, seq
                                limit $4) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        order by e.xid, e.seq) as e on e.bytes_before < $5
            """.formatted(tenant, tenants, following, TAIL_COLUMNS, IN_FEED);
    }

    /** A page of the feed, oldest first. It always has a first row, with the bounds of the feed. */
    static String feedPage(String condition, String bounds) {
        return page(condition, "asc", ">", bounds + IN_FEED, LAST_COLUMNS, LAST);
    }

    /** A page of the audit log, newest first. */
    static String auditLogPage(String condition, String bounds) {
        return page(condition, "desc", "<", bounds, "", "");
    }

    /** "is_last" is the last event that the statement read, whether or not it passes the filter. */
    private static String page(
            String condition, String order, String side, String bounds, String lastColumns, String last) {
        return """
            select %6$sp.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
              from (values (1)) as one
                   left join purged_events p on p.tenant_id = $1
                   %8$sleft join lateral (
                       select %1$s, %7$s, e.passes, e.scanned, e.is_last
                         from (select scanned.*, %2$s as passes, count(*) over () as scanned,
                                      lead(seq) over (order by xid %3$s, seq %3$s) is null as is_last
                                 from (select * from events
                                        where tenant_id = $1 and (xid, seq) %4$s (cast(cast($2 as text) as xid8), $3)%5$s
                                        order by xid %3$s, seq %3$s
                                        limit $4) as scanned) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        where e.passes or e.is_last
                        order by e.xid %3$s, e.seq %3$s
                        limit $5) as e on e.bytes_before < $6
            """.formatted(
                Event.COLUMNS, condition, order, side, bounds, lastColumns, BYTES_BEFORE.formatted(order), last);
    }
}
