package io.useradmin.event;

import io.useradmin.audit.EventSql;
import io.useradmin.database.NamedParameters;

/** The SQL that reads the table of events. Each statement ends early if the names of changed members are long ({@link PageLimit}). */
final class EventStatements {
    /** The first parameters of a page. Those of its filter follow. */
    private static final NamedParameters PAGE_PARAMETERS =
            NamedParameters.of("tenant", "from_xid", "from_seq", "scan_limit", "row_limit", "bytes");

    /** The condition that an event is already in the feed. */
    private static final String IN_FEED = " and xid < " + EventSql.FEED_END;

    /** The last event of the feed, whatever the filter, or the last one that was purged. */
    private static final String LAST_COLUMNS =
            "coalesce(last.xid, p.xid)::text::bigint as last_xid, coalesce(last.seq, p.seq) as last_seq, ";

    private static final String LAST = PAGE_PARAMETERS.number("""
            left join lateral (
                select xid, seq from events where tenant_id = :tenant%s order by xid desc, seq desc limit 1) as last on true
            """.formatted(IN_FEED));

    /** The bytes of the changed members of the rows before {@code e}, in an order. */
    static final String BYTES_BEFORE = """
            coalesce(sum(octet_length(e.changed::text)) over (order by e.xid %1$s, e.seq %1$s
                rows between unbounded preceding and 1 preceding), 0) as bytes_before""";

    private static final String TAIL_COLUMNS = Event.COLUMNS + ", " + BYTES_BEFORE.formatted("asc");

    static final String TAILS = tail(
            NamedParameters.of("tenants", "xids", "seqs", "limit", "bytes"),
            "wanted.tenant_id",
            "unnest(cast(:tenants as text[]), cast(:xids as text[]), cast(:seqs as bigint[])) as wanted (tenant_id, xid, seq)",
            "tenant_id = wanted.tenant_id and (xid, seq) > (cast(wanted.xid as xid8), wanted.seq)");

    /** For one tenant: on Citus, tenants are on different nodes, and each node has its own end of the feed. */
    static final String TAIL = tail(
            NamedParameters.of("tenant", "xid", "seq", "limit", "bytes"),
            "cast(:tenant as text)",
            "(values (1)) as one",
            "tenant_id = :tenant and (xid, seq) > (cast(cast(:xid as text) as xid8), :seq)");

    /** "is_last" is the last event that the statement read, whether or not it passes the filter. */
    private static final String PAGE = PAGE_PARAMETERS.number("""
            select %6$sp.xid::text::bigint as purged_xid, p.seq as purged_seq, e.*
              from (values (1)) as one
                   left join purged_events p on p.tenant_id = :tenant
                   %8$sleft join lateral (
                       select %1$s, %7$s, e.passes, e.scanned, e.is_last
                         from (select scanned.*, %2$s as passes, count(*) over () as scanned,
                                      lead(seq) over (order by xid %3$s, seq %3$s) is null as is_last
                                 from (select * from events
                                        where tenant_id = :tenant and (xid, seq) %4$s (cast(cast(:from_xid as text) as xid8), :from_seq)%5$s
                                        order by xid %3$s, seq %3$s
                                        limit :scan_limit) as scanned) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        where e.passes or e.is_last
                        order by e.xid %3$s, e.seq %3$s
                        limit :row_limit) as e on e.bytes_before < :bytes
            """);

    private EventStatements() {}

    private static String tail(NamedParameters parameters, String tenant, String tenants, String following) {
        return parameters.number("""
            select %1$s as wanted, e.*
              from %2$s
                   left join lateral (
                       select %4$s
                         from (select * from events
                                where %3$s%5$s
                                order by xid, seq
                                limit :limit) as e
                              left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
                        order by e.xid, e.seq) as e on e.bytes_before < :bytes
            """.formatted(tenant, tenants, following, TAIL_COLUMNS, IN_FEED));
    }

    /** A page of the feed, oldest first. It always has a first row, with the bounds of the feed. */
    static String feedPage(String condition, String bounds) {
        return page(condition, "asc", ">", bounds + IN_FEED, LAST_COLUMNS, LAST);
    }

    /** A page of the audit log, newest first. */
    static String auditLogPage(String condition, String bounds) {
        return page(condition, "desc", "<", bounds, "", "");
    }

    private static String page(
            String condition, String order, String side, String bounds, String lastColumns, String last) {
        return PAGE.formatted(
                Event.COLUMNS, condition, order, side, bounds, lastColumns, BYTES_BEFORE.formatted(order), last);
    }
}
