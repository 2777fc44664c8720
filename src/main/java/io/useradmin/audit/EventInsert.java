package io.useradmin.audit;

import static java.util.stream.Collectors.joining;

import io.useradmin.shared.TenantNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Builds SQL that inserts events within the statement of a change, so that both are atomic. Each value is an SQL expression, and
 * the columns have the order of the calls. The last call says where the SQL stands and what it returns. For example, this ends a
 * direct statement that deletes a session in its query {@code deleted}:
 *
 * {@snippet :
 * EventInsert.of(EventType.SESSION_REVOKED)
 *         .user(":user")
 *         .session("session_id")
 *         .from("deleted")
 *         .directEnd();
 * }
 */
public final class EventInsert {
    private final List<Column> columns = new ArrayList<>();

    /** A column of the table of events, and an expression for its value. */
    record Column(String name, String value) {}

    private EventInsert(String type) {
        columns.add(new Column("type", type));
    }

    /** Begins the SQL for events of one type. */
    public static EventInsert of(EventType type) {
        return of(EventSql.literal(type));
    }

    /** The same with an expression for the stored type. */
    public static EventInsert of(String type) {
        return new EventInsert(type);
    }

    /** Sets the identifier of the user. */
    public EventInsert user(String value) {
        return add("user_id", value);
    }

    /** Sets the identifier of the user's session. */
    public EventInsert session(String value) {
        return add("session_id", value);
    }

    /** Sets the identifier of the group. */
    public EventInsert group(String value) {
        return add("group_id", value);
    }

    /** Sets the authenticator of the user's identity. */
    public EventInsert authenticator(String value) {
        return add("authenticator", value);
    }

    /** Sets the IP address. */
    public EventInsert address(String value) {
        return add("ip_address", value);
    }

    /** Sets the identifier of the API key that was changed. */
    public EventInsert targetKey(String value) {
        return add("target_key_id", value);
    }

    /** Sets the identifier of the SSF stream. */
    public EventInsert ssfStream(String value) {
        return add("stream_id", value);
    }

    /** Sets the words for how the change selected what it concerns. */
    public EventInsert selector(String value) {
        return add("selector", value);
    }

    /** Sets the JSON pointers of the changed members. */
    public EventInsert changed(String value) {
        return add("changed", value);
    }

    /** Inserts an event for each of these rows. After the rows, there can be a condition. */
    public Source from(String rows) {
        return new Source(List.copyOf(columns), rows);
    }

    private EventInsert add(String name, String value) {
        columns.add(new Column(name, value));
        return this;
    }

    /**
     * The columns and rows of the events of {@code :tenant}. Each method ends the SQL. Those whose names begin with direct are for
     * a direct statement with the parameters {@link Author#PARAMETERS}. The others are for a statement that begins with
     * {@link EventSql#begin} or {@link EventSql#beginWithUserLock}.
     */
    public static final class Source {
        private static final List<Column> AUTHOR = List.of(
                new Column("occurred_at", "cast(a[2] as timestamptz)"),
                new Column("key_id", "a[3]"),
                new Column("trace_id", "a[4]"),
                new Column("actor", "a[5]"),
                new Column("reason", "a[6]"));

        /** Single parameters are cheaper for PostgreSQL than the array. */
        private static final List<Column> DIRECT_AUTHOR = Author.SHARED_PARAMETERS.stream()
                .map(name -> new Column(name, ":" + name))
                .toList();

        private static final String RETURNING_TEXT = "returning event_id::text as event_id\n";
        private static final String RETURNING = "returning event_id\n";

        private final List<Column> columns;
        private final String rows;

        private Source(List<Column> columns, String rows) {
            this.columns = columns;
            this.rows = rows;
        }

        /** The end of the statement. It returns the {@code event_id} of each event. */
        public String end() {
            return insert("a[1]", AUTHOR, "author, " + rows) + RETURNING_TEXT;
        }

        /** A {@code with} query that returns the {@code event_id} of each event. */
        public String query() {
            return insert(TenantNode.TENANT, AUTHOR, TenantNode.row() + ", author, " + rows) + RETURNING_TEXT;
        }

        /** The end of the statement. It inserts one event with {@link Author#values}, and returns its {@code event_id}. */
        public String directEnd() {
            return insert(":tenant", directAuthorAnd(EventSql.OWN_ID), rows) + RETURNING;
        }

        /** A {@code with} query that inserts one event with {@link Author#values}, and returns its {@code event_id}. */
        public String directQuery() {
            return directQueryWithoutResult() + RETURNING;
        }

        /**
         * The same without the {@code event_id}. It is cheaper for PostgreSQL if another part of the statement returns a row. Then
         * the caller calls {@link RecordedEvents#addOwn}, or the row has the {@code :event_id}.
         */
        public String directQueryWithoutResult() {
            return directQuery(directAuthorAnd(EventSql.OWN_ID));
        }

        /**
         * A {@code with} query that returns the {@code event_id} of each event.
         *
         * @param eventId an expression for the identifier of each event
         */
        public String directQueryWithIds(String eventId) {
            return directQuery(directAuthorAnd(eventId)) + RETURNING;
        }

        /**
         * A {@code with} query for events whose identifiers the table generates. It returns nothing. The author is
         * {@link Author#sharedValues}.
         */
        public String directQueryWithNewIds() {
            return directQuery(DIRECT_AUTHOR);
        }

        private String directQuery(List<Column> author) {
            return insert(TenantNode.TENANT, author, TenantNode.row() + ", " + rows);
        }

        private static List<Column> directAuthorAnd(String eventId) {
            return Stream.concat(DIRECT_AUTHOR.stream(), Stream.of(new Column("event_id", eventId)))
                    .toList();
        }

        private String insert(String tenant, List<Column> author, String from) {
            return """

                    insert into events as inserted (tenant_id, %s)
                    select %s, %s
                      from %s
                    """.formatted(list(author, Column::name), tenant, list(author, Column::value), from);
        }

        private String list(List<Column> author, Function<Column, String> part) {
            return Stream.concat(author.stream(), columns.stream()).map(part).collect(joining(", "));
        }
    }
}
