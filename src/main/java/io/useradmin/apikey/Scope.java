package io.useradmin.apikey;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The scopes of keys. Each operation needs one. */
public enum Scope {
    SESSIONS_READ("sessions:read"),
    SESSIONS_REVOKE("sessions:revoke"),
    SESSIONS_REVOKE_MANY("sessions:revoke_many"),
    PUBLIC_DATA_READ("public_data:read"),
    PUBLIC_DATA_WRITE("public_data:write"),
    PRIVATE_DATA_READ("private_data:read"),
    PRIVATE_DATA_WRITE("private_data:write"),
    BLOCKED_IPS_READ("blocked_ips:read"),
    BLOCKED_IPS_UNBLOCK("blocked_ips:unblock"),
    BLOCKED_IPS_UNBLOCK_MANY("blocked_ips:unblock_many"),
    GROUPS_ASSIGN("groups:assign"),
    IDENTITIES_DISCONNECT("identities:disconnect"),
    USERS_DELETE("users:delete"),
    USERS_READ("users:read"),
    USERS_WRITE("users:write"),
    USERS_DISABLE("users:disable"),
    SESSIONS_WRITE("sessions:write"),
    BLOCKED_IPS_WRITE("blocked_ips:write"),
    GROUPS_READ("groups:read"),
    GROUPS_WRITE("groups:write"),
    AUDIT_READ("audit:read"),
    EVENTS_READ("events:read"),
    SSF_MANAGE("ssf:manage"),
    KEYS_MANAGE("keys:manage"),
    /** Everything that is stored about a user, private data included. */
    USERS_EXPORT("users:export");

    /** Means all scopes, including those of later releases. */
    public static final String ALL = "*";

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /** All valid texts of a scope, including {@link #ALL}. */
    public static List<String> written() {
        return Stream.concat(Stream.of(ALL), Arrays.stream(values()).map(Scope::toString))
                .toList();
    }

    /** The name of the scope in the API. */
    @Override
    public String toString() {
        return text;
    }
}
