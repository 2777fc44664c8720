package io.useradmin.userdata;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.database.DirectStatements;
import io.useradmin.http.EntityTags;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import io.useradmin.userdata.PatchOutcome.Merged;
import io.useradmin.userdata.PatchOutcome.TooLarge;
import io.useradmin.userdata.PatchOutcome.VersionDiffers;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;

/**
 * Reads and writes the data columns of users. An entity would not help, so all statements are {@linkplain DirectStatements
 * direct}: reads go straight to the read connections, writes straight to the pool.
 */
@Singleton
class UserDataRepository {
    private final DirectStatements direct;

    UserDataRepository(DirectStatements direct) {
        this.direct = direct;
    }

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
                .invoke(author.events()::addRow)
                .map(UserDataRepository::document);
    }

    /**
     * Merges the patch into the document and stores the result, if the stored version is an expected one and the result has at
     * most {@code limit} bytes; {@link ProblemType#USER_NOT_FOUND}.
     */
    Uni<PatchOutcome> patch(DataPatch patch, int limit, Instant now, Author author) {
        return patch.document().isFlat() && patch.expected().allowEveryVersion()
                ? concatenate(patch, limit, now, author)
                : merge(patch, limit, now, author);
    }

    private Uni<PatchOutcome> concatenate(DataPatch patch, int limit, Instant now, Author author) {
        List<?> values = List.of(
                patch.user().tenantId(),
                patch.user().userId(),
                patch.document().text(),
                limit,
                patch.document().members().toArray(String[]::new));
        return direct.write(
                        UserDataStatements.of(patch.kind()).concatenate(),
                        DirectStatements.values(values, author.values(now)))
                .flatMap(rows -> rows.size() == 0
                        ? merge(patch, limit, now, author)
                        : Uni.createFrom().item(concatenated(rows.iterator().next(), author)));
    }

    private Uni<PatchOutcome> merge(DataPatch patch, int limit, Instant now, Author author) {
        EntityTags ifMatch = patch.expected().ifMatch().orElse(EntityTags.ANY);
        EntityTags ifNoneMatch = patch.expected().ifNoneMatch().orElse(EntityTags.NONE);
        List<?> values = List.of(
                patch.user().tenantId(),
                patch.user().userId(),
                patch.document().text(),
                limit,
                ifMatch.any(),
                ifMatch.versions().toArray(Long[]::new),
                ifNoneMatch.any(),
                ifNoneMatch.versions().toArray(Long[]::new));
        return direct.write(
                        UserDataStatements.of(patch.kind()).merge(),
                        DirectStatements.values(values, author.values(now)))
                .map(UserDataRepository::rowOfUser)
                .map(row -> outcome(row, author));
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
    private static PatchOutcome concatenated(Row row, Author author) {
        author.events().addOwn();
        return new Merged(merged(row));
    }

    private static PatchOutcome outcome(Row row, Author author) {
        author.events().addRow(row);
        if (!row.getBoolean("matches")) {
            return new VersionDiffers(row.getLong("version"));
        }
        return row.getBoolean("fits") ? new Merged(merged(row)) : new TooLarge();
    }

    private static VersionedData merged(Row row) {
        return new VersionedData(row.getString("merged_text"), row.getLong("version"));
    }
}
