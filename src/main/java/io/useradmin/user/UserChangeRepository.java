package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.database.DirectStatements;
import io.useradmin.problem.DatabaseFailure;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.UserReader;
import io.useradmin.profile.UserRow;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.UserKey;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs each {@linkplain UserChange change} as one statement that goes {@linkplain DirectStatements straight to the pool}. */
@Singleton
class UserChangeRepository {
    private static final String READ = UserRow.select("$1", "false", "false")
            + ", u.xmin::text as row_version from users u where u.tenant_id = $1 and u.user_id = $2";

    private final DirectStatements direct;
    private final UserReader users;

    UserChangeRepository(DirectStatements direct, UserReader users) {
        this.direct = direct;
        this.users = users;
    }

    /**
     * A user and the version of its row.
     *
     * @param rowVersion PostgreSQL's {@code xmin}, which every change of the user changes
     */
    record Seen(VersionedUser user, String rowVersion) {}

    /** The user without documents; {@link ProblemType#USER_NOT_FOUND} if there is none. */
    Uni<Seen> read(UserKey key) {
        return direct.read(READ, List.of(key.tenantId(), key.userId()))
                .map(rows -> rows.stream()
                        .findFirst()
                        .map(row -> new Seen(users.user(row), row.getString("row_version")))
                        .orElseThrow(() -> ProblemException.notFound(ProblemType.USER_NOT_FOUND)));
    }

    /**
     * Makes the change and returns the user after it. Empty if the user does not exist, has another version than expected, or was
     * changed by a concurrent transaction.
     *
     * @param rowVersion the expected version; null for any version
     */
    Uni<Optional<VersionedUser>> make(
            UserKey key, UserChange change, @Nullable String rowVersion, Documents shown, Instant now, Author author) {
        List<@Nullable Object> user =
                Arrays.asList(key.tenantId(), key.userId(), rowVersion, shown.publicData(), shown.privateData());
        List<@Nullable Object> values = DirectStatements.values(user, author.values(now));
        values.addAll(change.values());
        return direct.write(change.statement(), values)
                .onFailure(PgException.class)
                .transform(failure -> DatabaseFailure.refusal(failure, change.refusals()))
                .map(rows -> rows.stream().findFirst().map(row -> changed(row, change, author)));
    }

    private VersionedUser changed(Row row, UserChange change, Author author) {
        @Nullable String refusal = row.getString("refusal");
        if (refusal != null) {
            throw new ProblemException(Objects.requireNonNull(change.refusals().get(refusal), refusal));
        }
        author.events().addAll(row.getString("event_ids"));
        return users.user(row);
    }
}
