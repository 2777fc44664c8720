package io.useradmin.audit;

import io.useradmin.shared.TenantNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * SQL that inserts events within a direct statement, as {@link EventSql} does within others. The author has parameters of their
 * own, which are cheaper than an array. {@code $1} is the tenant.
 *
 * @param author the number of the first parameter with the author
 */
public record DirectEventSql(int author) {
    /** Time, key, trace, actor and reason. */
    private static final int AUTHOR_PARAMETERS = 5;

    /** Inserts one event, and returns its {@code event_id}. The author is {@link Author#values}. */
    public String insert(EventType type, String columns, String values, String from) {
        return insert("$1", id(), EventSql.literal(type), columns, values, from) + EventSql.RETURNING_ID;
    }

    /**
     * The same as a {@code with} query, for any number of events.
     *
     * @param eventId an expression for the identifier of each event
     * @param type an expression for the stored type
     */
    public String insertQuery(String eventId, String type, String columns, String values, String from) {
        return query(eventId, type, columns, values, from) + EventSql.RETURNING_ID;
    }

    /**
     * A {@code with} query for one event that does not return its identifier: it is cheaper for PostgreSQL if another part of the
     * statement returns a row. Then the caller calls {@link RecordedEvents#addOwn}, or the row has {@link #id}.
     */
    public String insertQueryWithoutResult(String type, String columns, String values, String from) {
        return query(id(), type, columns, values, from);
    }

    private String query(String eventId, String type, String columns, String values, String from) {
        return insert(TenantNode.TENANT, eventId, type, columns, values, TenantNode.row("$1") + ", " + from);
    }

    /**
     * A {@code with} query that inserts any number of events, whose identifiers the table generates. The author is
     * {@link Author#sharedValues}.
     */
    public String insertQueryWithNewIds(EventType type, String columns, String values, String from) {
        return insert(
                TenantNode.TENANT,
                "type, " + columns,
                EventSql.literal(type) + ", " + values,
                TenantNode.row("$1") + ", " + from);
    }

    /** An expression for the identifier of the event in {@link Author#values}. */
    public String id() {
        return "cast($" + (author + AUTHOR_PARAMETERS) + " as uuid)";
    }

    private String insert(String tenant, String eventId, String type, String columns, String values, String from) {
        return insert(tenant, "event_id, type, " + columns, "%s, %s, %s".formatted(eventId, type, values), from);
    }

    private String insert(String tenant, String columns, String values, String from) {
        String parameters = IntStream.range(author, author + AUTHOR_PARAMETERS)
                .mapToObj(number -> "$" + number)
                .collect(Collectors.joining(", "));
        return """

                insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, %s)
                select %s, %s, %s
                  from %s
                """.formatted(columns, tenant, parameters, values, from);
    }
}
