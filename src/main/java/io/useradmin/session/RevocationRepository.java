package io.useradmin.session;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Revokes many sessions: all of one user in one statement, those of a tenant in one statement for each batch. */
@ApplicationScoped
class RevocationRepository {
    /** How many sessions a batch looks at: so few that it takes milliseconds, in which its users wait. */
    private static final int ROWS = 200;

    private static final int CONDITION = 4;
    private static final int EXCEPT = 8;
    private static final int AUTHOR = 9;

    /** One statement for every condition: whatever it is, all sessions of the user are looked at. */
    private static final String MEANT =
            "tenant_id = $1 and user_id = $2 and " + SessionCondition.expression("$3", CONDITION)
                    + " and session_id not in (select unnest(cast($" + EXCEPT + " as text[])))";

    /** The identifiers of the other ones never leave PostgreSQL. */
    private static final String RESULT = """

            select (select count(*) from meant)::integer as revoked,
                   array(select session_id from meant order by session_id limit %d) as session_ids
            """.formatted(RevokedSessions.MOST_IDS);

    private static final String COUNT =
            "with meant as materialized (select session_id from sessions where " + MEANT + ")" + RESULT;

    private static final String REVOKE = "with meant as (delete from sessions where " + EventSql.isLocked("$1", "$2")
            + " and " + MEANT + " returning session_id), event as ("
            + EventSql.appendAllDirectly(
                    EventType.SESSION_REVOKED, AUTHOR, "user_id, session_id, selector", "$2, session_id, $14", "meant")
            + ")" + RESULT;

    private final DirectStatements direct;

    RevocationRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** Counts what {@link #revoke} would revoke. */
    Uni<RevokedSessions> count(UserKey user, SessionCondition condition, List<String> except, Instant now) {
        return direct.read(COUNT, values(user, condition, except, now)).map(RevocationRepository::revoked);
    }

    /** Deletes the sessions that are live at {@code now} and meant, but for those of {@code except}. */
    Uni<RevokedSessions> revoke(
            UserKey user, SessionCondition condition, List<String> except, String words, Instant now, Author author) {
        List<@Nullable Object> values = values(user, condition, except, now);
        values.addAll(author.sharedValues(now));
        values.add(words);
        return direct.write(REVOKE, values)
                .map(RevocationRepository::revoked)
                .invoke(done -> author.inserted(done.revoked()));
    }

    /** Counts what {@link #revokeBatch} would revoke. */
    Uni<Batch<SessionPosition>> countBatch(SessionSelector selector, SessionPosition after, int limit, Instant now) {
        var statement = new RevocationBatch(selector, after, ROWS, limit, now).count();
        return direct.read(statement.sql(), statement.values()).map(rows -> batch(rows, after));
    }

    /** Deletes at most {@code limit} of the next sessions of a tenant. */
    Uni<Batch<SessionPosition>> revokeBatch(
            SessionSelector selector, SessionPosition after, int limit, Instant now, Author author) {
        var statement = new RevocationBatch(selector, after, ROWS, limit, now).revoke(author.sharedValues(now));
        return direct.write(statement.sql(), statement.values())
                .map(rows -> batch(rows, after))
                .invoke(done -> author.inserted(done.changed()));
    }

    private static List<@Nullable Object> values(
            UserKey user, SessionCondition condition, List<String> except, Instant now) {
        List<@Nullable Object> values = new ArrayList<>(List.of(user.tenantId(), user.userId(), now));
        values.addAll(condition.values());
        values.add(except.toArray(String[]::new));
        return values;
    }

    private static RevokedSessions revoked(RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return RevokedSessions.of(row.getInteger("revoked"), List.of(row.getArrayOfStrings("session_ids")));
    }

    private static Batch<SessionPosition> batch(RowSet<Row> rows, SessionPosition after) {
        Row row = rows.iterator().next();
        Set<String> users = Set.of(row.getArrayOfStrings("users"));
        Optional<SessionPosition> end = Optional.ofNullable(row.getString("end_user"))
                .map(user -> after.to(user, row.getString("end_session"), users.contains(user)));
        return new Batch<>(row.getInteger("changed"), users, row.getInteger("read"), end);
    }
}
