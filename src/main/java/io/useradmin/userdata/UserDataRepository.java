package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
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
 * Reads and writes the data columns of users. An entity would not help, so all statements go
 * {@linkplain DirectStatements straight to the pool}.
 */
@ApplicationScoped
class UserDataRepository {
    private final DirectStatements direct;

    UserDataRepository(DirectStatements direct) {
        this.direct = direct;
    }

    /**
     * The result of a patch.
     *
     * @param matches whether the stored version is one that the caller expects; if not, nothing was changed
     * @param fits whether the merged document is within the size limit or the same as before; if not, nothing was changed
     */
    record Patched(boolean matches, boolean fits, VersionedData data) {}

    /** The document; {@link ProblemType#USER_NOT_FOUND}. */
    Uni<VersionedData> read(UserKey user, DataKind kind) {
        return direct.read(UserDataStatements.of(kind).read(), List.of(user.tenantId(), user.userId()))
                .map(UserDataRepository::rowOfUser)
                .map(UserDataRepository::document);
    }

    /** Reads the private data and records the read as an event. */
    Uni<VersionedData> readPrivateRecorded(UserKey user, Instant now, Author author) {
        return direct.write(
                        UserDataStatements.READ_PRIVATE_RECORDED,
                        DirectStatements.values(List.of(user.tenantId(), user.userId()), author.values(now)))
                .map(UserDataRepository::rowOfUser)
                .invoke(row -> author.inserted(row.getUUID("event_id")))
                .map(UserDataRepository::document);
    }

    /**
     * Applies {@code patch} to the document and stores the result, if the stored version is {@code expected} and the result has
     * at most {@code limit} bytes; {@link ProblemType#USER_NOT_FOUND}.
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
        return direct.write(
                        UserDataStatements.of(kind).concatenate(),
                        DirectStatements.values(
                                List.of(
                                        user.tenantId(),
                                        user.userId(),
                                        patch.text(),
                                        limit,
                                        patch.members().toArray(String[]::new)),
                                author.values(now)))
                .flatMap(rows -> rows.size() == 0
                        ? merge(user, kind, patch, Preconditions.NONE, limit, now, author)
                        : Uni.createFrom().item(concatenated(rows.iterator().next(), author)));
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
        List<?> values = List.of(
                user.tenantId(),
                user.userId(),
                patch.text(),
                ifMatch.any(),
                ifMatch.versions().toArray(Long[]::new),
                limit,
                ifNoneMatch.any(),
                ifNoneMatch.versions().toArray(Long[]::new));
        return direct.write(UserDataStatements.of(kind).merge(), DirectStatements.values(values, author.values(now)))
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

    /** A row means that the document and its event were written. */
    private static Patched concatenated(Row row, Author author) {
        author.insertedDirectly();
        return new Patched(true, true, merged(row));
    }

    private static Patched patched(Row row, Author author) {
        author.inserted(row.getUUID("event_id"));
        return new Patched(row.getBoolean("matches"), row.getBoolean("fits"), merged(row));
    }

    private static VersionedData merged(Row row) {
        return new VersionedData(row.getString("merged_text"), row.getLong("version"));
    }
}
