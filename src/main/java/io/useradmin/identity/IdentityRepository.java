package io.useradmin.identity;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.profile.Authenticator;
import io.useradmin.shared.StoredTime;
import io.useradmin.shared.UserKey;
import jakarta.inject.Singleton;
import java.time.Instant;

/** The table of external identities. Its methods join the caller's transaction. */
@Singleton
class IdentityRepository {
    /**
     * Removes the provider's name from every identifier of the user, unless the user has another identity of the provider. One
     * statement (native, because HQL updates one table at a time).
     */
    private static final String FORGET_PROVIDER = """
            with gone as (
                select :provider as provider
                 where not exists (select from external_identities
                                    where tenant_id = :tenant and user_id = :user and authenticator = :provider)
            ), forgotten_on_username as (
                update usernames set idps = array_remove(idps, provider) from gone
                 where tenant_id = :tenant and user_id = :user and provider = any(idps)
            ), forgotten_on_emails as (
                update emails set idps = array_remove(idps, provider) from gone
                 where tenant_id = :tenant and user_id = :user and provider = any(idps)
            )
            update phones set idps = array_remove(idps, provider) from gone
             where tenant_id = :tenant and user_id = :user and provider = any(idps)
            returning user_id
            """;

    private static final String DELETE = """
            delete from external_identities
             where tenant_id = :tenant and user_id = :user and authenticator = :authenticator and provider_user_id = :identity
            returning provider_user_id
            """;

    private static final String RECORD_DISCONNECT = EventSql.beginWithUserLock()
            + """
            , touched as (
                update users set last_updated_at = %s from locked
                 where tenant_id = :tenant and user_id = :user
                returning user_id
            )""".formatted(StoredTime.of(":now"))
            + EventInsert.of(EventType.IDENTITY_DISCONNECTED)
                    .user("user_id")
                    .authenticator(":authenticator")
                    .from("touched")
                    .end();

    /**
     * Marks the user as changed, inserts the event, and locks the user until the transaction ends. Returns whether there is such
     * a user.
     */
    Uni<Boolean> recordDisconnect(UserKey user, Authenticator authenticator, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(RECORD_DISCONNECT, String.class)
                        .setParameter("now", now)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("authenticator", authenticator.toString())
                        .setParameter("author", author.columns(now))
                        .getSingleResultOrNull())
                .invoke(author.events()::add)
                .map(eventId -> eventId != null);
    }

    /** Deletes the identity. Returns whether there was one. */
    Uni<Boolean> delete(UserKey user, Authenticator authenticator, String providerUserId) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(DELETE, String.class)
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .setParameter("authenticator", authenticator.toString())
                        .setParameter("identity", providerUserId)
                        .getResultList())
                .map(deleted -> !deleted.isEmpty());
    }

    /** Removes the provider's name from the user's identifiers if this was the user's last identity of the provider. */
    Uni<Void> forgetProvider(UserKey user, Authenticator authenticator) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(FORGET_PROVIDER, String.class)
                        .setParameter("provider", authenticator.toString())
                        .setParameter("tenant", user.tenantId())
                        .setParameter("user", user.userId())
                        .getResultList())
                .replaceWithVoid();
    }
}
