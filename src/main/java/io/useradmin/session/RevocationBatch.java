package io.useradmin.session;

import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.BoundStatement;
import io.useradmin.database.CustomPlan;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.NamedParameters;
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

    /** A subquery, because a join could read the whole group. */
    private static final String IS_MEMBER = " and (select true from group_members"
            + " where tenant_id = :tenant and user_id = m.user_id and group_id = :group)";

    /** {@link SessionPosition#END} */
    private static final String END = "chr(127)";

    private final SessionSelector selector;
    private final List<String> names = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();
    private final String window;

    /** @param limit the most sessions to revoke */
    public RevocationBatch(SessionSelector selector, SessionPosition after, int limit, Instant now) {
        this.selector = selector;
        this.window = isOfTenant() ? "" : window();
        add("tenant", selector.tenantId());
        add("after_user", after.userId());
        add("after_session", after.sessionId());
        add("now", now);
        names.addAll(SessionCondition.PARAMETERS);
        values.addAll(selector.condition().values());
        add("except_users", selector.exceptUserIds().toArray(String[]::new));
        add("limit", limit);
        selector.groupId().ifPresent(group -> add("group", group));
        if (!selector.userIds().isEmpty()) {
            add("users", selector.userIds().toArray(String[]::new));
        }
    }

    /** The statement that counts the sessions that {@link #revoke} would revoke. */
    public BoundStatement count() {
        String sql = "with " + found() + result("matched");
        return new BoundStatement(CustomPlan.of(new NamedParameters(names).number(sql)), values);
    }

    /**
     * The statement that revokes the sessions.
     *
     * @param author the values of {@code Author.sharedValues}
     */
    public BoundStatement revoke(List<? extends @Nullable Object> author) {
        NamedParameters allNames =
                new NamedParameters(names).and(Author.SHARED_PARAMETERS).and(List.of("selector"));
        List<@Nullable Object> allValues = DirectStatements.values(values, author);
        allValues.add(selector.words());
        String sql = """
                with %s, locked as materialized (
                    select count(lock) from (%s) as locks
                ), deleted as (
                    delete from sessions s using matched, locked
                     where s.tenant_id = :tenant and s.user_id = matched.user_id and s.session_id = matched.session_id
                       and (s.user_id, s.session_id) > (:after_user, :after_session)
                       and (s.user_id, s.session_id) <= (
                           select user_id, session_id from scanned order by user_id desc, session_id desc limit 1)
                       and %s
                    returning s.user_id, s.session_id
                ), event as (%s)
                """.formatted(
                        found(),
                        EventSql.lockAll(":tenant", "matched"),
                        SessionCondition.IS_MET,
                        EventInsert.of(EventType.SESSION_REVOKED)
                                .user("user_id")
                                .session("session_id")
                                .selector(":selector")
                                .from("deleted")
                                .directQueryWithNewIds());
        return new BoundStatement(CustomPlan.of(allNames.number(sql + result("deleted"))), allValues);
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
    private String found() {
        return """
                scanned as materialized (%1$s),
                ranked as (
                    select user_id, session_id, row_number() over (order by user_id, session_id) as place
                      from scanned
                     where matches and user_id not in (select unnest(cast(:except_users as text[])))
                ), matched as materialized (
                    select user_id, session_id from ranked where place <= cast(:limit as integer)
                ), stop as (
                    select 1 as choice, user_id, session_id from matched
                     where (select count(*) from matched) < (select count(*) from ranked)
                    union all
                    select 2, user_id, session_id from scanned where (select count(*) from scanned) = %2$d%3$s
                )""".formatted(walk(), ROWS, window.isEmpty() ? "" : lastOfWindow());
    }

    private String walk() {
        return window.isEmpty()
                ? """
                  select user_id, session_id, %1$s as matches
                    from (select * from sessions where tenant_id = :tenant and (user_id, session_id) > (:after_user, :after_session)
                           order by user_id, session_id limit (select %2$d)) as next
                   limit %2$d""".formatted(SessionCondition.IS_MET, ROWS)
                : """
                  select w.user_id, s.session_id, s.matches
                    from (%s) as w
                         cross join lateral (
                             select session_id, %s as matches from sessions
                              where tenant_id = :tenant and user_id = w.user_id
                                and session_id > case when w.user_id = :after_user then :after_session else '' end
                              order by session_id limit %d) as s
                   order by w.user_id, s.session_id limit %d""".formatted(window, SessionCondition.IS_MET, ROWS, ROWS);
    }

    /** The next users whose sessions are read. They may have none. */
    private String window() {
        String query = selector.userIds().isEmpty()
                ? "select m.user_id from group_members m where m.tenant_id = :tenant and m.group_id = :group"
                        + " and m.user_id >= :after_user"
                : "select m.user_id from (select u collate \"C\" as user_id from unnest(cast(:users as text[])) as u) as m"
                        + " where m.user_id >= :after_user"
                        + (selector.groupId().isPresent() ? IS_MEMBER : "");
        return query + " and (m.user_id <> :after_user or :after_session <> " + END + ") order by m.user_id limit "
                + ROWS;
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

    private boolean isOfTenant() {
        return selector.userIds().isEmpty() && selector.groupId().isEmpty();
    }

    private void add(String name, Object value) {
        names.add(name);
        values.add(value);
    }
}
