package io.useradmin.user;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.problem.Problem;
import io.useradmin.profile.UserRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of one thing of a user, in one statement that returns the user as it is then.
 *
 * <p>A statement sees what was committed before it began to wait for the user's lock. So it compares the version of the user's row that
 * it sees with the version that is there ({@code xmin}): every change of a user writes this row. If they differ, the statement does
 * nothing and returns no row, and is to be repeated.
 *
 * @param statement by {@link #statement}
 * @param values the values of {@code $8}, {@code $9} and so on
 * @param refusals the problems that can refuse the change, by the word that the statement returns or the constraint that it violates
 */
record UserChange(String statement, List<? extends @Nullable Object> values, Map<String, Problem> refusals) {
    /** {@code $1} is the tenant, {@code $2} the user, {@code $4} the version that is expected, if one is. */
    private static final String BEGIN = EventSql.begin("$3", "$1", "$2") + """
            , found as materialized (
                select xmin as version from users
                 where tenant_id = $1 and user_id = $2 and %1$s
                   for no key update
            ), seen as materialized (
                select u.*
                  from found, users u
                 where u.tenant_id = $1 and u.user_id = $2 and u.xmin = found.version
                   and (cast($4 as text) is null or u.xmin::text = cast($4 as text))
            )""".formatted(EventSql.IS_LOCKED);

    /** From here on, {@code users} is the user after the change; the names of other tables may mean the same. */
    private static final String END = """
            , users as (
                select * from changed_user
                union all
                select * from seen where not exists (select from changed_user)
            )
            """ + UserRow.select("$1", "cast($6 as boolean)", "cast($7 as boolean)") + """
                   , (select refusal from refused) as refusal, (select string_agg(event_id, ' ') from event) as event_ids
              from users u
            """;

    /** The query {@code refused} of a change that is never refused. */
    static final String NEVER_REFUSED = ", refused as (select cast(null as text) as refusal)";

    /**
     * The whole statement.
     *
     * @param change {@code with} queries that read {@code seen}, the user's row before the change. {@code changed_user} has the row
     *     after it, if anything changed; {@code event} returns the {@code event_id} of each event; {@code refused} has one row, whose
     *     {@code refusal} is null if the change may be made. A query with the name of a table has its rows after the change. {@code $5}
     *     is the time.
     */
    static String statement(String change) {
        return BEGIN + change + END;
    }

    /** An event that the user is updated, if anything changed; {@code pointers} is an expression of what. */
    static String updated(String pointers) {
        return events(EventSql.literal(EventType.USER_UPDATED), "changed", pointers, "changed_user");
    }

    /** An event of the user for each row of {@code from}, by expressions. */
    static String events(String type, String columns, String values, String from) {
        return ", event as (" + EventSql.append(type, "user_id, " + columns, "$2, " + values, from) + ")";
    }
}
