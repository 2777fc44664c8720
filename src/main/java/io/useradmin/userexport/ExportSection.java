package io.useradmin.userexport;

import io.useradmin.audit.EventType;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An array of the export document with a user's rows of one table. PostgreSQL writes the JSON, with the same members as in other
 * operations of the API. A section is read page by page, so that memory is bounded for any number of rows.
 */
public enum ExportSection {
    /** Live and expired sessions, without their keys: with a session key, anybody can act as the user. */
    SESSIONS("", """
            select session_id as key, row_number() over (order by session_id) as number,
                   json_strip_nulls(json_build_object(
                       'session_id', session_id,
                       'initiated_at', floor(extract(epoch from initiated_at))::bigint,
                       'expires_at', floor(extract(epoch from expires_at))::bigint,
                       'last_updated', floor(extract(epoch from last_updated_at))::bigint,
                       'client_ids', client_ids,
                       'last_metadata', last_metadata))::text as element
              from sessions
             where tenant_id = $1 and user_id = $2 and session_id > $3
             order by session_id
            """),

    /** All addresses, blocked or not. The start value, the network of all addresses, sorts before each address. */
    IP_ADDRESSES("0.0.0.0/0", """
            select host(ip) as key, row_number() over (order by ip) as number,
                   json_strip_nulls(json_build_object(
                       'ip', host(ip),
                       'block_until', floor(extract(epoch from block_until))::bigint,
                       'last_login_attempt', floor(extract(epoch from last_login_attempt))::bigint,
                       'login_count', login_count,
                       'failure_count', failure_count))::text as element
              from ip_access
             where tenant_id = $1 and user_id = $2 and ip > cast(cast($3 as text) as inet)
             order by ip
            """),

    /**
     * Looks up each group by key: without statistics, PostgreSQL may join every membership with every group of the tenant. The
     * keys are compared as a pair of user and group, so that PostgreSQL uses the primary key. It might otherwise choose the index
     * by group, which is slow for a large tenant.
     */
    GROUPS("", """
            select m.group_id as key, row_number() over (order by m.group_id) as number,
                   json_strip_nulls(json_build_object(
                       'group_id', m.group_id,
                       'name', g.name,
                       'description', g.description,
                       'assigned_at', floor(extract(epoch from m.assigned_at))::bigint))::text as element
              from group_members m
                   cross join lateral (
                       select * from groups where tenant_id = $1 and group_id = m.group_id limit 1) as g
             where m.tenant_id = $1 and m.user_id = $2 and (m.user_id, m.group_id) > ($2, $3)
             order by m.group_id
            """),

    /** Newest first, like the audit log of the API. */
    AUDIT_LOG(Long.MAX_VALUE + " 0", """
            select e.xid || ' ' || e.seq as key, row_number() over (order by e.xid desc, e.seq desc) as number,
                   json_strip_nulls(json_build_object(
                       'id', e.event_id,
                       'time', floor(extract(epoch from e.occurred_at))::bigint,
                       'type', '%s' || e.type,
                       'user_id', e.user_id,
                       'session_id', e.session_id,
                       'group_id', e.group_id,
                       'authenticator', e.authenticator,
                       'ip_address', host(e.ip_address),
                       'target_key_id', e.target_key_id,
                       'key', case when e.key_id is not null
                                   then json_build_object('key_id', e.key_id, 'name', k.name) end,
                       'operator', case when e.key_id is null then true end,
                       'trace_id', e.trace_id,
                       'actor', e.actor,
                       'reason', e.reason,
                       'selector', e.selector,
                       'changed', e.changed))::text as element
              from events e
                   left join lateral (select name from api_keys where key_id = e.key_id limit 1) as k on true
             where e.tenant_id = $1 and e.user_id = $2
               and (e.xid, e.seq) < (cast(split_part($3, ' ', 1) as xid8), cast(split_part($3, ' ', 2) as bigint))
             order by e.xid desc, e.seq desc
            """.formatted(EventType.PREFIX));

    /** The most rows of a page. */
    private static final int MOST_ELEMENTS = 200;
    /** A page ends with the row that reaches this size. A single row can be as large as a request body. */
    private static final int FULL_PAGE_BYTES = 131_072;

    private final String start;
    private final String statement;

    ExportSection(String start, String elements) {
        this.start = start;
        // One row: the elements of a page, and the key after which the next page begins, which is null after the last
        // page.
        this.statement = """
            select string_agg(element, ',' order by number) as elements,
                   case when count(*) < max(found) or max(found) = %2$d then (array_agg(key order by number desc))[1] end as next
              from (select key, number, element, count(*) over () as found,
                           sum(octet_length(element)) over (order by number) - octet_length(element) as bytes_before
                      from (
            %1$s limit %2$d) as read) as sized
             where bytes_before < %3$d
            """.formatted(elements, MOST_ELEMENTS, FULL_PAGE_BYTES);
    }

    /**
     * A page of a section.
     *
     * @param text the JSON text that the page adds to the document
     * @param next the key after which the next page begins; empty for the last page
     */
    public record Page(String text, Optional<String> next) {}

    /** The key after which the first page begins. */
    public String start() {
        return start;
    }

    /**
     * The SQL of a page, which returns one row with the columns {@code elements} and {@code next} for {@link #page}. {@code $1} is the tenant,
     * {@code $2} the user, {@code $3} the key after which the page begins.
     */
    public String statement() {
        return statement;
    }

    /**
     * The page that begins after the key {@code after}. The concatenated texts of all pages are a member of the document, with a
     * leading comma.
     */
    public Page page(String after, @Nullable String elements, @Nullable String next) {
        boolean isFirst = after.equals(start);
        var text = new StringBuilder();
        if (isFirst) {
            text.append(",\"").append(name().toLowerCase(Locale.ROOT)).append("\":[");
        } else if (elements != null) {
            text.append(',');
        }
        if (elements != null) {
            text.append(elements);
        }
        if (next == null) {
            text.append(']');
        }
        return new Page(text.toString(), Optional.ofNullable(next));
    }
}
