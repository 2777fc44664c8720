package io.useradmin.audit;

/** Every type of event. */
public enum EventType {
    USER_CREATED("user.created"),
    USER_UPDATED("user.updated"),
    USER_DISABLED("user.disabled"),
    USER_ENABLED("user.enabled"),
    USER_DELETED("user.deleted"),
    PUBLIC_DATA_UPDATED("user.public_data.updated"),
    PRIVATE_DATA_UPDATED("user.private_data.updated"),
    SESSION_CREATED("session.created"),
    SESSION_UPDATED("session.updated"),
    SESSION_REVOKED("session.revoked"),
    IP_BLOCKED("ip.blocked"),
    IP_UNBLOCKED("ip.unblocked"),
    GROUP_CREATED("group.created"),
    GROUP_UPDATED("group.updated"),
    GROUP_DELETED("group.deleted"),
    MEMBER_ADDED("group.member.added"),
    MEMBER_REMOVED("group.member.removed"),
    IDENTITY_CONNECTED("identity.connected"),
    IDENTITY_DISCONNECTED("identity.disconnected"),
    PRIVATE_DATA_READ("private_data.read"),
    USER_EXPORTED("user.exported"),
    KEY_CREATED("key.created"),
    KEY_ROTATED("key.rotated"),
    KEY_REVOKED("key.revoked"),
    TENANT_CREATED("tenant.created"),
    SSF_STREAM_CREATED("ssf.stream.created"),
    SSF_STREAM_UPDATED("ssf.stream.updated"),
    SSF_STREAM_DELETED("ssf.stream.deleted");

    /** The prefix of published names. */
    public static final String PREFIX = "io.useradmin.";

    private final String stored;

    EventType(String stored) {
        this.stored = stored;
    }

    /** The stored name. */
    public String stored() {
        return stored;
    }

    /** The published name, the {@code type} of a CloudEvent. */
    public String published() {
        return PREFIX + stored;
    }
}
