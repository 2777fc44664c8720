package io.useradmin.user;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.useradmin.audit.DirectEventSql;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.problem.Problem;
import io.useradmin.profile.UserRow;
import io.useradmin.shared.StoredTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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

    private static final String EVENT_ID = "case when u.is_changed then cast(" + EVENTS.id() + " as text) end";

    /** Whether {@code changed_user c} has a row. */
    private static final String IS_CHANGED = "c.last_updated_at is not null";

    private static final String AFTER = "case when " + IS_CHANGED + " then c.%1$s else u.%1$s end as %1$s";

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
        return BEGIN + change + END.formatted(EventSql.INSERTED);
    }

    /** A column of the table of users, and an expression for its new value. */
    record Assignment(String column, String value) {}

    /**
     * Two queries. {@code changed_user} has one row if the change has an effect. {@code outcome} is the user's row after the
     * change, or the unchanged row; no row if the caller must repeat the statement. A change without effect only reads, as if it
     * had come before every change that it waited for.
     *
     * @param condition whether there is something to change; it can use {@code u}, the row before the change
     * @param set the columns that change, except the time
     */
    static String changedUser(String condition, Assignment... set) {
        List<Assignment> all = withTime(set);
        return changed(all, condition)
                + outcome(all, "exists (select from seen) and (%s) is not true".formatted(condition));
    }

    /** The same for a statement that writes even if the user's row stays the same. It locks this row. */
    static String lockedUser(String condition, Assignment... set) {
        List<Assignment> all = withTime(set);
        return changed(all, condition) + """
            , unchanged as (
                select u.user_id from users u where %s and not exists (select from changed_user) for no key update
            )""".formatted(AS_SEEN) + outcome(all, "exists (select from unchanged)");
    }

    private static List<Assignment> withTime(Assignment... set) {
        return Stream.concat(Stream.of(set), Stream.of(new Assignment("last_updated_at", StoredTime.of("$" + AUTHOR))))
                .toList();
    }

    private static String changed(List<Assignment> set, String condition) {
        return """
            , changed_user as (
                update users u set %s
                 where %s and %s
                returning %s
            )""".formatted(
                set.stream().map(each -> each.column() + " = " + each.value()).collect(joining(", ")),
                AS_SEEN,
                condition,
                set.stream().map(each -> "u." + each.column()).collect(joining(", ")));
    }

    /** Reads the other columns from the table. Each column of a {@code with} query costs time when PostgreSQL starts it. */
    private static String outcome(List<Assignment> set, String unchanged) {
        Set<String> changed = set.stream().map(Assignment::column).collect(toSet());
        String columns = UserRow.COLUMNS.stream()
                .map(column -> (changed.contains(column) ? AFTER : "u.%s").formatted(column))
                .collect(joining(", "));
        return """
            , outcome as (
                select %s, %s as is_changed
                  from users u left join changed_user c on true
                 where %s and (%s or %s)
            )
            """.formatted(columns, IS_CHANGED, USER, IS_CHANGED, unchanged);
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
