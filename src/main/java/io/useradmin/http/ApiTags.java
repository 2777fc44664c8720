package io.useradmin.http;

/** Names of groups of operations in the OpenAPI document that more than one resource uses. */
public final class ApiTags {
    /** What this service adds to the specification, so that users, sessions and groups can be brought in. */
    public static final String PROVISIONING = "Provisioning (additions to the specification)";

    /** The audit log and the change feed. */
    public static final String EVENTS = "Events (additions to the specification)";

    private ApiTags() {}
}
