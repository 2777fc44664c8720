package io.useradmin.dev;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user of the demo tenant with all that belongs to it. Lists of {@code idps} name connected identities alone. */
record DemoUser(
        String id,
        Instant createdAt,
        Instant updatedAt,
        boolean disabled,
        PersonName name,
        String publicData,
        String privateData,
        Username username,
        List<Email> emails,
        List<Phone> phones,
        List<Identity> identities,
        List<Session> sessions,
        List<Access> accesses,
        List<String> groups) {

    DemoUser {
        emails = List.copyOf(emails);
        phones = List.copyOf(phones);
        identities = List.copyOf(identities);
        sessions = List.copyOf(sessions);
        accesses = List.copyOf(accesses);
        groups = List.copyOf(groups);
    }

    /** A name to sign in with. */
    record Username(String id, String username) {}

    /** An email address; {@code idps} are those that vouch for it. */
    record Email(String id, String email, boolean verified, boolean primary, List<String> idps) {
        Email {
            idps = List.copyOf(idps);
        }
    }

    /** A phone number in international format. */
    record Phone(String id, String phone, boolean verified) {}

    /** The user at another identity provider. */
    record Identity(String authenticator, String providerUserId, String claims) {}

    /** A session, which may have expired. */
    record Session(
            String id,
            String key,
            Instant initiatedAt,
            Instant updatedAt,
            Instant expiresAt,
            List<String> clients,
            String metadata) {
        Session {
            clients = List.copyOf(clients);
        }
    }

    /** What is known of an address that tried to sign in; never blocked, or unblocked, where {@code blockUntil} is null. */
    record Access(
            String ip,
            int logins,
            int failures,
            Instant lastAttempt,
            @Nullable Instant blockUntil) {}
}
