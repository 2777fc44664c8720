package io.useradmin.session;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.NamedParameters;
import io.useradmin.database.RowColumns;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Revokes many sessions. For a user, one statement revokes all. For a tenant, one statement revokes each batch. */
@Singleton
class RevocationRepository {
    private static final String OF_USER = "tenant_id = :tenant and user_id = :user and ";

    /** One statement for all conditions, because it reads all sessions of the user anyway. */
    private static final String MATCHING =
            OF_USER + SessionCondition.IS_MET + " and session_id not in (select unnest(cast(:except as text[])))";

    private static final NamedParameters MATCHING_NAMES = NamedParameters.of("tenant", "user", "now")
            .and(SessionCondition.PARAMETERS)
            .and(List.of("except"));

    /** Up to this number, PostgreSQL compares the exceptions one by one. Above, a lookup in a list is faster. */
    private static final int FEW_EXCEPTIONS = 10;

    /** The most frequent request: no condition, and few exceptions. It is cheaper for PostgreSQL. */
    private static final String ALL_EXCEPT_FEW = OF_USER + SessionCondition.IS_LIVE + " and session_id <> all(:except)";

    private static final NamedParameters ALL_EXCEPT_FEW_NAMES = NamedParameters.of("tenant", "user", "now", "except");

    /** PostgreSQL returns at most {@link RevokedSessions#MOST_IDS} identifiers. */
    private static final String RESULT = """

            select (select count(*) from meant)::integer as revoked,
                   array(select session_id from meant order by session_id limit %d) as session_ids
            """.formatted(RevokedSessions.MOST_IDS);

    private static final String COUNT = MATCHING_NAMES.number(
            "with meant as materialized (select session_id from sessions where " + MATCHING + ")" + RESULT);

    private static final String REVOKE = revoke(MATCHING, MATCHING_NAMES);
    private static final String REVOKE_ALL_EXCEPT_FEW = revoke(ALL_EXCEPT_FEW, ALL_EXCEPT_FEW_NAMES);

    private final DirectStatements direct;

    RevocationRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /** Counts the sessions that {@link #revoke} would revoke. A user can have so many that other reads must not wait for it. */
    Uni<RevokedSessions> count(UserKey user, SessionCondition condition, List<String> except, Instant now) {
        return direct.readInTurn(COUNT, values(user, now, condition.values(), except))
                .map(RevocationRepository::revoked);
    }

    /** Deletes the sessions that are live at {@code now} and meet the condition, except {@code except}. */
    Uni<RevokedSessions> revoke(
            UserKey user, SessionCondition condition, List<String> except, String words, Instant now, Author author) {
        boolean allExceptFew = condition.isNone() && except.size() <= FEW_EXCEPTIONS;
        String statement = allExceptFew ? REVOKE_ALL_EXCEPT_FEW : REVOKE;
        List<@Nullable Object> values = values(user, now, allExceptFew ? List.of() : condition.values(), except);
        values.addAll(author.sharedValues(now));
        values.add(words);
        return direct.write(statement, values)
                .map(RevocationRepository::revoked)
                .invoke(done -> author.events().addUnlisted(done.revoked()));
    }

    /** Counts the sessions that {@link #revokeBatch} would revoke. */
    Uni<Batch<SessionPosition>> countBatch(SessionSelector selector, SessionPosition after, int limit, Instant now) {
        var statement = new RevocationBatch(selector, after, limit, now).count();
        return direct.read(statement.sql(), statement.values()).map(rows -> batch(rows, after));
    }

    /** Deletes some of the tenant's next sessions that match, at most {@code limit} and {@link BulkCall#BATCH_CHANGES}. */
    Uni<Batch<SessionPosition>> revokeBatch(
            SessionSelector selector, SessionPosition after, int limit, Instant now, Author author) {
        var statement = new RevocationBatch(selector, after, Math.min(limit, BulkCall.BATCH_CHANGES), now)
                .revoke(author.sharedValues(now));
        return direct.write(statement.sql(), statement.values())
                .map(rows -> batch(rows, after))
                .invoke(done -> author.events().addUnlisted(done.changed()));
    }

    /** The statement that deletes the sessions with the condition {@code meant}, which has the parameters {@code names}. */
    private static String revoke(String meant, NamedParameters names) {
        return names.and(Author.SHARED_PARAMETERS)
                .and(List.of("selector"))
                .number("with meant as (delete from sessions where " + EventSql.isLocked() + " and " + meant
                        + " returning session_id), event as ("
                        + EventInsert.of(EventType.SESSION_REVOKED)
                                .user(":user")
                                .session("session_id")
                                .selector(":selector")
                                .from("meant")
                                .directQueryWithNewIds()
                        + ")" + RESULT);
    }

    private static List<@Nullable Object> values(
            UserKey user, Instant now, List<@Nullable Object> condition, List<String> except) {
        List<@Nullable Object> values = new ArrayList<>(List.of(user.tenantId(), user.userId(), now));
        values.addAll(condition);
        values.add(except.toArray(String[]::new));
        return values;
    }

    private static RevokedSessions revoked(RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return RevokedSessions.of(row.getInteger("revoked"), List.of(row.getArrayOfStrings("session_ids")));
    }

    private static Batch<SessionPosition> batch(RowSet<Row> rows, SessionPosition after) {
        return RevocationBatch.read(new RowColumns(rows.iterator().next()), after);
    }
}
