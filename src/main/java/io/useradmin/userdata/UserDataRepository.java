package io.useradmin.userdata;

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase;
import io.smallrye.mutiny.Uni;
import io.useradmin.http.EntityTags;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.Optional;

/** The data columns of the users. Its methods join the session of whoever calls them. */
@ApplicationScoped
class UserDataRepository implements PanacheRepositoryBase<UserDataEntity, UserDataEntity.Key> {
    /**
     * Merges in one statement, so that no update is ever lost: the row is locked before its document is read, hence
     * concurrent patches of a user queue up and each is applied to the outcome of the one before. It always answers the row
     * that it found, so that whoever asked can tell a refusal from a user who is not there without asking again.
     * Documents are compared as text, because as jsonb 1 equals 1.0. Native, because HQL has neither a locking common table expression nor this use of jsonb.
     */
    private static final String PATCH = """
            with found as (
                select tenant_id, user_id, %1$s_version as version, %1$s as stored,
                       merge_patch(%1$s, cast(cast(:patch as text) as jsonb)) as merged
                  from users
                 where tenant_id = :tenant and user_id = :user
                   for update
            ), checked as (
                select found.*, merged::text as merged_text, merged::text <> stored::text as differs,
                       (cast(:any as boolean) or version = any(cast(:versions as bigint[]))) as matches
                  from found
            ), changed as (
                update users u
                   set %1$s = c.merged, %1$s_version = c.version + 1, last_updated_at = :now
                  from checked c
                 where u.tenant_id = c.tenant_id and u.user_id = c.user_id
                   and c.differs and c.matches and octet_length(c.merged_text) <= :limit
            )
            select matches, octet_length(merged_text) as size, merged_text,
                   version + cast(differs as integer) as version
              from checked
            """;

    private static final String PATCH_PUBLIC = PATCH.formatted(DataKind.PUBLIC.member());
    private static final String PATCH_PRIVATE = PATCH.formatted(DataKind.PRIVATE.member());

    /**
     * What a patch came to.
     *
     * @param matches whether the version that was found is one of those that the caller expects; if not, nothing was changed
     * @param size the bytes of the merged document; if over the limit, nothing was changed
     */
    record Patched(boolean matches, int size, VersionedData data) {}

    /** The document; {@link ProblemType#USER_NOT_FOUND} where there is no such user. */
    Uni<VersionedData> read(UserKey user, DataKind kind) {
        String columns = switch (kind) {
            case PUBLIC -> "publicData, publicDataVersion";
            case PRIVATE -> "privateData, privateDataVersion";
        };
        // Not Panache's firstResult: its limit is a parameter, with which PostgreSQL plans the statement anew every
        // time.
        return getSession()
                .flatMap(session -> session.createSelectionQuery(
                                "select " + columns + " from UserData where tenantId = :tenant and userId = :user",
                                VersionedData.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .getSingleResultOrNull())
                .onItem()
                .ifNull()
                .failWith(UserDataRepository::noUser);
    }

    /**
     * Applies {@code patch} to the document and stores the outcome, if the version that is found is {@code expected} and
     * the outcome is not larger than {@code limit} bytes; {@link ProblemType#USER_NOT_FOUND} where there is no such user.
     */
    Uni<Patched> patch(
            UserKey user, DataKind kind, String patch, Optional<EntityTags> expected, int limit, Instant now) {
        EntityTags tags = expected.orElse(EntityTags.ANY);
        String statement = switch (kind) {
            case PUBLIC -> PATCH_PUBLIC;
            case PRIVATE -> PATCH_PRIVATE;
        };
        return getSession()
                .flatMap(session -> session.createNativeQuery(statement, Tuple.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("patch", patch)
                        .setParameter("any", tags.any())
                        .setParameter("versions", tags.versions().toArray(Long[]::new))
                        .setParameter("limit", limit)
                        .setParameter("now", now)
                        .getSingleResultOrNull())
                .onItem()
                .ifNull()
                .failWith(UserDataRepository::noUser)
                .map(UserDataRepository::patched);
    }

    private static ProblemException noUser() {
        return ProblemException.notFound(ProblemType.USER_NOT_FOUND);
    }

    private static Patched patched(Tuple row) {
        return new Patched(
                row.get("matches", Boolean.class),
                row.get("size", Integer.class),
                new VersionedData(row.get("merged_text", String.class), row.get("version", Long.class)));
    }
}
