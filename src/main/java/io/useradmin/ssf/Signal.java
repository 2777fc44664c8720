package io.useradmin.ssf;

import io.useradmin.audit.EventType;
import io.useradmin.event.Event;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A type of Security Event Token (CAEP, RISC), with the event type of the change feed that becomes such a token. */
enum Signal {
    SESSION_REVOKED("caep/event-type/session-revoked", EventType.SESSION_REVOKED),
    ACCOUNT_DISABLED("risc/event-type/account-disabled", EventType.USER_DISABLED),
    ACCOUNT_ENABLED("risc/event-type/account-enabled", EventType.USER_ENABLED),
    ACCOUNT_PURGED("risc/event-type/account-purged", EventType.USER_DELETED),
    IDENTIFIER_CHANGED("risc/event-type/identifier-changed", EventType.USER_UPDATED);

    /** The prefix of the URIs of all types. */
    static final String PREFIX = "https://schemas.openid.net/secevent/";

    static final String VERIFICATION_URI = PREFIX + "ssf/event-type/verification";

    private final String uri;
    private final EventType source;

    Signal(String path, EventType source) {
        this.uri = PREFIX + path;
        this.source = source;
    }

    /** The signal of an event; empty if the event becomes no token. */
    static Optional<Signal> of(Event event) {
        return Arrays.stream(values())
                .filter(signal -> signal.source.stored().equals(event.type()) && signal.concerns(event))
                .findFirst();
    }

    /** The signals with these URIs. Unknown URIs are ignored. */
    static List<Signal> of(List<String> uris) {
        return Arrays.stream(values())
                .filter(signal -> uris.contains(signal.uri))
                .toList();
    }

    /** The URI of the type in a token. */
    String uri() {
        return uri;
    }

    /** The event type that becomes this signal. */
    EventType source() {
        return source;
    }

    /**
     * The members of a user, as JSON Pointers, of which one must have changed; none if the signal does not depend on that. The empty
     * pointer is the whole user.
     */
    List<String> members() {
        return this == IDENTIFIER_CHANGED ? List.of("", "/emails", "/phone_numbers") : List.of();
    }

    private boolean concerns(Event event) {
        List<String> changed = event.changed();
        return members().isEmpty() || (changed != null && changed.stream().anyMatch(members()::contains));
    }
}
