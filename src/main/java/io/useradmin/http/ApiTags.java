package io.useradmin.http;

/** Tags in the OpenAPI document that more than one resource uses. */
public final class ApiTags {
    /** Additions to the specification that create, read and remove users, sessions and groups. */
    public static final String PROVISIONING = "Provisioning (additions to the specification)";

    /** Operations that change one thing of a user. */
    public static final String LIFECYCLE = "User lifecycle (additions to the specification)";

    /** The audit log and the change feed. */
    public static final String EVENTS = "Events (additions to the specification)";

    /** Streams of Security Event Tokens. */
    public static final String SIGNALS = "Shared Signals (additions to the specification)";

    /** The keys of the tenant. */
    public static final String KEYS = "API keys (additions to the specification)";

    /** Bulk actions. */
    public static final String INCIDENTS = "Incident response (additions to the specification)";

    private ApiTags() {}
}
