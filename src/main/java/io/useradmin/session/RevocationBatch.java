package io.useradmin.session;

import io.useradmin.audit.AuthorParameters;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.BoundStatement;
import io.useradmin.database.CustomPlan;
import io.useradmin.database.DirectStatements;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.Columns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of one batch of a bulk action on the sessions of a tenant. One statement reads a limited number of sessions, in the
 * order of their primary key, or of some users only, and revokes or counts those that match the selector. It returns one row, with
 * the end position if there is more to read.
 *
 * <p>The numbers of rows are literals, because for a parameter PostgreSQL would assume a tenth of the tenant's sessions. And the
 * statement needs a custom plan: with a generic plan, PostgreSQL reads and sorts all sessions of a tenant that has far more than
 * the average. If the statistics are older than the sessions, a custom plan would do the same. So the first limit is in brackets:
 * PostgreSQL does not know it when it plans, and reads the index in order. The deletion repeats the range of the sessions that were
 * read, because PostgreSQL would otherwise compare all sessions of such a tenant with each match.
 */
public final class RevocationBatch {
    /**
     * How many sessions, or users without sessions, a batch reads. Each user of a session that it revokes needs a lock, and
     * PostgreSQL has only a few thousand locks for all its clients.
     */
    private static final int ROWS = BulkCall.BATCH_READS;

    private static final int CONDITION = 5;

    /** {@link SessionPosition#END} */
    private static final String END = "chr(127)";

    private final SessionSelector selector;
    private final List<@Nullable Object> values = new ArrayList<>();
    private final String window;
    private final String found;

    /** @param limit the most sessions to revoke */
    public RevocationBatch(SessionSelector selector, SessionPosition after, int limit, Instant now) {
        this.selector = selector;
        values.addAll(List.of(selector.tenantId(), after.userId(), after.sessionId(), now));
        values.addAll(selector.condition().values());
        String except = add(selector.exceptUserIds().toArray(String[]::new));
        String most = add(limit);
        this.window = isOfTenant() ? "" : window();
        this.found = found(except, most);
    }

    /** The statement that counts the sessions that {@link #revoke} would revoke. */
    public BoundStatement count() {
        return new BoundStatement(CustomPlan.of("with " + found + result("matched")), values);
    }

    /**
     * The statement that revokes the sessions.
     *
     * @param author the values of {@code Author.sharedValues}
     */
    public BoundStatement revoke(List<? extends @Nullable Object> author) {
        List<@Nullable Object> all = DirectStatements.values(values, author);
        String words = DirectStatements.parameter(selector.words(), all);
        String sql = """
                with %s, locked as materialized (
                    select count(lock) from (%s) as locks
                ), deleted as (
                    delete from sessions s using matched, locked
                     where s.tenant_id = $1 and s.user_id = matched.user_id and s.session_id = matched.session_id
                       and (s.user_id, s.session_id) > ($2, $3)
                       and (s.user_id, s.session_id) <= (
                           select user_id, session_id from scanned order by user_id desc, session_id desc limit 1)
                       and %s
                    returning s.user_id, s.session_id
                ), event as (%s)
                """.formatted(
                        found,
                        EventSql.lockAll("$1", "matched"),
                        condition(),
                        EventInsert.of(EventType.SESSION_REVOKED)
                                .user("user_id")
                                .session("session_id")
                                .selector(words)
                                .from("deleted")
                                .queryWithNewIds(new AuthorParameters(values.size() + 1)));
        return new BoundStatement(CustomPlan.of(sql + result("deleted")), all);
    }

    /** The result of a statement, from its row. */
    public static Batch<SessionPosition> read(Columns row, SessionPosition after) {
        Set<String> users = Set.of(row.required("users", String[].class));
        Optional<SessionPosition> end = Optional.ofNullable(row.get("end_user", String.class))
                .map(user -> after.to(user, row.required("end_session", String.class), users.contains(user)));
        return new Batch<>(row.required("changed", Integer.class), users, row.required("read", Integer.class), end);
    }

    /**
     * The matching sessions of those that were read, and the end position of the batch: before the first matching session beyond
     * the limits, or after the last session that was read.
     */
    private String found(String except, String limit) {
        return """
                scanned as materialized (%1$s),
                ranked as (
                    select user_id, session_id, row_number() over (order by user_id, session_id) as place
                      from scanned
                     where matches and user_id not in (select unnest(cast(%2$s as text[])))
                ), matched as materialized (
                    select user_id, session_id from ranked where place <= cast(%3$s as integer)
                ), stop as (
                    select 1 as choice, user_id, session_id from matched
                     where (select count(*) from matched) < (select count(*) from ranked)
                    union all
                    select 2, user_id, session_id from scanned where (select count(*) from scanned) = %4$d%5$s
                )""".formatted(walk(), except, limit, ROWS, window.isEmpty() ? "" : lastOfWindow());
    }

    private String walk() {
        return window.isEmpty() ? """
                  select user_id, session_id, %1$s as matches
                    from (select * from sessions where tenant_id = $1 and (user_id, session_id) > ($2, $3)
                           order by user_id, session_id limit (select %2$d)) as next
                   limit %2$d""".formatted(condition(), ROWS) : """
                  select w.user_id, s.session_id, s.matches
                    from (%s) as w
                         cross join lateral (
                             select session_id, %s as matches from sessions
                              where tenant_id = $1 and user_id = w.user_id
                                and session_id > case when w.user_id = $2 then $3 else '' end
                              order by session_id limit %d) as s
                   order by w.user_id, s.session_id limit %d""".formatted(window, condition(), ROWS, ROWS);
    }

    /** The next users whose sessions are read. They may have none. */
    private String window() {
        String group = selector.groupId().map(this::add).orElse("");
        String query = selector.userIds().isEmpty()
                ? "select m.user_id from group_members m where m.tenant_id = $1 and m.group_id = " + group
                        + " and m.user_id >= $2"
                : "select m.user_id from (select u collate \"C\" as user_id from unnest(cast("
                        + add(selector.userIds().toArray(String[]::new))
                        + " as text[])) as u) as m where m.user_id >= $2"
                        + (group.isEmpty() ? "" : memberOf(group));
        return query + " and (m.user_id <> $2 or $3 <> " + END + ") order by m.user_id limit " + ROWS;
    }

    /** A subquery, because a join could read the whole group. */
    private static String memberOf(String group) {
        return " and (select true from group_members where tenant_id = $1 and user_id = m.user_id and group_id = "
                + group + ")";
    }

    /** If the users of the window have no more sessions but there may be more users, the batch ends after these users. */
    private String lastOfWindow() {
        return """

                    union all
                    select 3, max(user_id), %s from (%s) as w having count(*) = %d""".formatted(END, window, ROWS);
    }

    private String result(String changed) {
        String users = window.isEmpty() ? "0" : "(select count(*) from (" + window + ") as w)";
        return """
                select (select count(*) from %1$s)::integer as changed, array(select distinct user_id from %1$s) as users,
                       ((select count(*) from scanned) + %2$s)::integer as read,
                       e.user_id as end_user, e.session_id as end_session
                  from (values (1)) as one
                       left join (select * from stop order by choice, user_id desc, session_id desc limit 1) as e on true
                """.formatted(changed, users);
    }

    private static String condition() {
        return SessionCondition.expression("$4", CONDITION);
    }

    private boolean isOfTenant() {
        return selector.userIds().isEmpty() && selector.groupId().isEmpty();
    }

    /** Adds a value; returns its parameter. */
    private String add(Object value) {
        return DirectStatements.parameter(value, values);
    }
}
