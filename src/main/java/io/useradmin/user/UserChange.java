package io.useradmin.user;

import io.useradmin.audit.DirectEventSql;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.problem.Problem;
import io.useradmin.profile.UserRow;
import io.useradmin.shared.StoredTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of one part of a user, in one statement that returns the user after the change.
 *
 * <p>The snapshot of a statement is older than the time at which it gets the user's lock. So when it writes or locks the user's
 * row, it compares the version ({@code xmin}) of the row in its snapshot with the current version. Every change of a user writes
 * this row. If the versions differ, the statement does nothing and returns no row, and the caller must repeat it.
 *
 * @param statement by {@link #statement}
 * @param values the values of {@code $12}, {@code $13} and so on
 * @param refusals the problems that can refuse the change, by the refusal that the statement returns or the violated constraint
 */
record UserChange(String statement, List<? extends @Nullable Object> values, Map<String, Problem> refusals) {
    /** The parameter with the time, the first parameter of {@code Author.values}. */
    private static final int AUTHOR = 6;

    private static final DirectEventSql EVENTS = new DirectEventSql(AUTHOR);

    private static final String USER = "u.tenant_id = $1 and u.user_id = $2";
    private static final String AS_SEEN = USER + " and u.xmin = (select version from seen)";

    /** {@code $1} is the tenant, {@code $2} the user, {@code $3} the expected version, or null. */
    private static final String BEGIN = "with seen as materialized (select u.xmin as version from users u where "
            + EventSql.isLocked("$1", "$2") + " and " + USER
            + " and (cast($3 as text) is null or u.xmin::text = cast($3 as text)))";

    private static final String END = "\n" + UserRow.select("$1", "cast($4 as boolean)", "cast($5 as boolean)") + """
                   , (select refusal from refused) as refusal, %s as event_ids
              from outcome u
            """;

    private static final String EVENT_ID = "(select cast(" + EVENTS.id() + " as text) from changed_user)";
    private static final String EVENT_IDS = "(select string_agg(event_id::text, ' ') from event)";

    /** The query {@code refused} of a change that cannot be refused. */
    static final String NEVER_REFUSED = ", refused as (select cast(null as text) as refusal)";

    /**
     * Builds the whole statement.
     *
     * @param change {@code with} queries, including {@link #changedUser} and {@link #event}. The other queries write only if
     *     {@code changed_user} has a row. {@code refused} has one row, whose {@code refusal} is null if the change is allowed. A
     *     query with the name of a table has its rows after the change.
     */
    static String statement(String change) {
        return BEGIN + change + END.formatted(EVENT_ID);
    }

    /** The same with {@link #happened} instead of {@link #event}. */
    static String statementWithManyEvents(String change) {
        return BEGIN + change + END.formatted(EVENT_IDS);
    }

    /**
     * Two queries. {@code changed_user} is the user's row after the change; no row if the change has no effect. {@code outcome}
     * is this row, or the unchanged row; no row if the caller must repeat the statement. A change without effect only reads, as if
     * it had come before every change that it waited for.
     *
     * @param set assignments of columns except the time, each followed by a comma
     * @param query the query that the assignments and the condition need; empty for none
     * @param condition whether there is something to change; it can use {@code u}, the row before the change
     */
    static String changedUser(String set, String query, String condition) {
        return changed(set, query.isEmpty() ? "" : "from " + query, condition)
                + unchanged("""
                select u.* from users u%s where %s and exists (select from seen) and (%s) is not true
            """.formatted(query.isEmpty() ? "" : ", " + query, USER, condition));
    }

    /** The same for a statement that writes even if the user's row stays the same. It locks this row. */
    static String lockedUser(String set, String condition) {
        return changed(set, "", condition) + unchanged("""
                select u.* from users u where %s and not exists (select from changed_user) for no key update
            """.formatted(AS_SEEN));
    }

    private static String changed(String set, String from, String condition) {
        return """
            , changed_user as (
                update users u set %s last_updated_at = %s %s
                 where %s and %s
                returning u.*
            )""".formatted(set, StoredTime.of("$" + AUTHOR), from, AS_SEEN, condition);
    }

    private static String unchanged(String query) {
        return """
            , unchanged as (
            %s), outcome as (
                select * from changed_user union all select * from unchanged
            )
            """.formatted(query);
    }

    /** The event that the user was updated, if anything changed. {@code pointers} is an expression for the changed members. */
    static String updated(String pointers) {
        return event(EventSql.literal(EventType.USER_UPDATED), pointers);
    }

    /** An event of the user, if anything changed, with expressions for its type and the changed members. */
    static String event(String type, String pointers) {
        return ", event as ("
                + EVENTS.insertQueryWithoutResult(type, "user_id, changed", "$2, " + pointers, "changed_user")
                + ")";
    }

    /**
     * Events of the user and of sessions, one for each row of the query {@code happened}, with its identifier, type, session and
     * selector.
     */
    static String happened() {
        return ", event as ("
                + EVENTS.insertQuery(
                        "event_id", "type", "user_id, session_id, selector", "$2, session_id, selector", "happened")
                + ")";
    }
}
