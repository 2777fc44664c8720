package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.http.EntityTags;
import io.useradmin.http.Preconditions;
import io.useradmin.json.MergePatch;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;

/**
 * The data columns of users. No entity would help here, so all statements go {@linkplain DirectStatements straight to the pool}.
 */
@ApplicationScoped
class UserDataRepository {
    /**
     * The members that a patch of {@link #CONCATENATE} changes. For other patches, {@code changed_pointers} of the migrations
     * computes them.
     */
    private static final String REPLACED = """
            (select case when cardinality(pointers) > 100 then array[''] else pointers end
               from (select array(
                         select '/' || replace(replace(key, '~', '~0'), '/', '~1')
                           from jsonb_each(patch) where (before -> key)::text is distinct from value::text
                          limit 101) as pointers) as changes)""";

    /**
     * The statement for most patches: top-level members replace those of the document ({@code ||}) of any version. It costs
     * PostgreSQL three quarters of {@link #MERGE} and is as safe: a row that was changed meanwhile is read again before it is
     * written. If it finds nothing to write, it does not say why, so an upper bound of the size is enough for it. Text is
     * compared only if the document contains the patch as jsonb, for which 1 equals 1.0, and an array equals one with the same
     * elements.
     */
    private static final String CONCATENATE =
            "with given as materialized (select cast(cast($3 as text) as jsonb) as patch where "
                    + EventSql.isLocked("$1", "$2")
                    + """
            ), changed as (
                update users u
                   set %1$s = u.%1$s || patch, %1$s_version = u.%1$s_version + 1, last_updated_at = $5
                  from given, users before
                 where u.tenant_id = $1 and u.user_id = $2
                   and before.tenant_id = $1 and before.user_id = $2 and before.%1$s_version = u.%1$s_version
                   and (not u.%1$s @> patch or (u.%1$s || patch)::text <> u.%1$s::text)
                   and octet_length(u.%1$s::text) + octet_length(patch::text) <= $4
                returning before.%1$s as before, patch, u.%1$s::text as merged_text, u.%1$s_version as version
            ), event as (
            """
                    + EventSql.appendDirectly("'%2$s'", 5, "user_id, changed", "$2, " + REPLACED, "changed")
                    + """
            )
            select true as matches, true as fits, merged_text, version, (select event_id from event) as event_id from changed
            """;

    /**
     * Merges in one statement, so that no update is ever lost: the row is locked before its document is read. Concurrent patches
     * of a user wait and each applies to the result of the previous one. It always returns the row, so that the caller can
     * distinguish a refusal from a missing user without another query.
     */
    private static final String MERGE = "with locked as materialized (select " + EventSql.lock("$1", "$2") + ")"
            + """
            , found as (
                select tenant_id, user_id, %1$s_version as version, %1$s as stored,
                       merge_patch(%1$s, cast(cast($3 as text) as jsonb)) as merged
                  from users, locked
                 where tenant_id = $1 and user_id = $2
                   for update of users
            ), checked as (
                select found.*, merged::text as merged_text,
                       (merged <> stored or merged::text <> stored::text) as differs,
                       %2$s as fits,
                       (cast($4 as boolean) or version = any(cast($5 as bigint[])))
                           and not (cast($7 as boolean) or version = any(cast($8 as bigint[]))) as matches
                  from found
            ), changed as (
                update users u
                   set %1$s = c.merged, %1$s_version = c.version + 1, last_updated_at = $9
                  from checked c
                 where u.tenant_id = c.tenant_id and u.user_id = c.user_id
                   and c.differs and c.matches and c.fits
                returning c.stored, c.merged
            ), event as (
            """
            + EventSql.appendDirectly(
                    "'%3$s'", 9, "user_id, changed", "$2, changed_pointers(stored, merged)", "changed")
            + """
            )
            select matches, fits, merged_text,
                   version + cast(differs and matches as integer) as version, (select event_id from event) as event_id
              from checked
            """;

    /**
     * Whether the compact form of the result is within the limit. PostgreSQL's text has a space after each colon and comma, so it
     * is at most half as long again. The spaces are removed only if that matters.
     */
    private static final String FITS = """
            case when octet_length(merged::text) <= $6 then true
                 when octet_length(merged::text) > $6 * 3 / 2 then false
                 else octet_length(regexp_replace(merged::text, '("(?:[^"\\\\]|\\\\.)*")|[ ]', '\\1', 'g')) <= $6
            end""";

    private static final String READ = """
            select %1$s::text as document, %1$s_version as version from users where tenant_id = $1 and user_id = $2
            """;

    private static final String READ_PUBLIC = READ.formatted(DataKind.PUBLIC.member());
    private static final String READ_PRIVATE = READ.formatted(DataKind.PRIVATE.member());

    /** The event is there before the document is on its way. */
    private static final String READ_PRIVATE_RECORDED = "with event as ("
            + EventSql.appendDirectly(
                    EventSql.literal(EventType.PRIVATE_DATA_READ),
                    3,
                    "user_id",
                    "user_id",
                    "users where " + EventSql.isLocked("$1", "$2") + " and tenant_id = $1 and user_id = $2")
            + """
            )
            select private_data::text as document, private_data_version as version, (select event_id from event) as event_id
              from users where tenant_id = $1 and user_id = $2
            """;

    private static final String CONCATENATE_PUBLIC = CONCATENATE.formatted(
            DataKind.PUBLIC.member(), DataKind.PUBLIC.updated().stored());
    private static final String CONCATENATE_PRIVATE = CONCATENATE.formatted(
            DataKind.PRIVATE.member(), DataKind.PRIVATE.updated().stored());
    private static final String MERGE_PUBLIC = MERGE.formatted(
            DataKind.PUBLIC.member(), FITS, DataKind.PUBLIC.updated().stored());
    private static final String MERGE_PRIVATE = MERGE.formatted(
            DataKind.PRIVATE.member(), FITS, DataKind.PRIVATE.updated().stored());

    private final DirectStatements direct;

    UserDataRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /**
     * The result of a patch.
     *
     * @param matches whether the stored version is one that the caller expects; if not, nothing was changed
     * @param fits whether the merged document is within the limit; if not, nothing was changed
     */
    record Patched(boolean matches, boolean fits, VersionedData data) {}

    /** The document; {@link ProblemType#USER_NOT_FOUND} where there is no such user. */
    Uni<VersionedData> read(UserKey user, DataKind kind) {
        String statement = switch (kind) {
            case PUBLIC -> READ_PUBLIC;
            case PRIVATE -> READ_PRIVATE;
        };
        return direct.read(statement, List.of(user.tenantId(), user.userId()))
                .map(UserDataRepository::rowOfUser)
                .map(UserDataRepository::document);
    }

    /** The same for private data, with an event that it was read. */
    Uni<VersionedData> readPrivateRecorded(UserKey user, Instant now, Author author) {
        return direct.write(
                        READ_PRIVATE_RECORDED,
                        DirectStatements.values(List.of(user.tenantId(), user.userId()), author.values(now)))
                .map(UserDataRepository::rowOfUser)
                .invoke(row -> author.inserted(row.getUUID("event_id")))
                .map(UserDataRepository::document);
    }

    /**
     * Applies {@code patch} to the document and stores the result, if the stored version is {@code expected} and the result is
     * not larger than {@code limit} bytes; {@link ProblemType#USER_NOT_FOUND} if there is no such user.
     */
    Uni<Patched> patch(
            UserKey user,
            DataKind kind,
            MergePatch patch,
            Preconditions expected,
            int limit,
            Instant now,
            Author author) {
        return patch.isFlat() && expected.allowEveryVersion()
                ? concatenate(user, kind, patch, limit, now, author)
                : merge(user, kind, patch, expected, limit, now, author);
    }

    private Uni<Patched> concatenate(
            UserKey user, DataKind kind, MergePatch patch, int limit, Instant now, Author author) {
        String statement = switch (kind) {
            case PUBLIC -> CONCATENATE_PUBLIC;
            case PRIVATE -> CONCATENATE_PRIVATE;
        };
        return direct.write(
                        statement,
                        DirectStatements.values(
                                List.of(user.tenantId(), user.userId(), patch.text(), limit), author.values(now)))
                .flatMap(rows -> rows.size() == 0
                        ? merge(user, kind, patch, Preconditions.NONE, limit, now, author)
                        : Uni.createFrom().item(patched(rows.iterator().next(), author)));
    }

    private Uni<Patched> merge(
            UserKey user,
            DataKind kind,
            MergePatch patch,
            Preconditions expected,
            int limit,
            Instant now,
            Author author) {
        EntityTags ifMatch = expected.ifMatch().orElse(EntityTags.ANY);
        EntityTags ifNoneMatch = expected.ifNoneMatch().orElse(EntityTags.NONE);
        String statement = switch (kind) {
            case PUBLIC -> MERGE_PUBLIC;
            case PRIVATE -> MERGE_PRIVATE;
        };
        List<?> values = List.of(
                user.tenantId(),
                user.userId(),
                patch.text(),
                ifMatch.any(),
                ifMatch.versions().toArray(Long[]::new),
                limit,
                ifNoneMatch.any(),
                ifNoneMatch.versions().toArray(Long[]::new));
        return direct.write(statement, DirectStatements.values(values, author.values(now)))
                .map(UserDataRepository::rowOfUser)
                .map(row -> patched(row, author));
    }

    private static Row rowOfUser(RowSet<Row> rows) {
        RowIterator<Row> found = rows.iterator();
        if (!found.hasNext()) {
            throw ProblemException.notFound(ProblemType.USER_NOT_FOUND);
        }
        return found.next();
    }

    private static VersionedData document(Row row) {
        return new VersionedData(row.getString("document"), row.getLong("version"));
    }

    private static Patched patched(Row row, Author author) {
        author.inserted(row.getUUID("event_id"));
        return new Patched(
                row.getBoolean("matches"),
                row.getBoolean("fits"),
                new VersionedData(row.getString("merged_text"), row.getLong("version")));
    }
}
