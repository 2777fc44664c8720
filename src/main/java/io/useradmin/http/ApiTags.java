package io.useradmin.http;

/** Tags in the OpenAPI document that more than one resource uses. */
public final class ApiTags {
    public static final String PROVISIONING = "Provisioning (additions to the specification)";
    public static final String LIFECYCLE = "User lifecycle (additions to the specification)";
    public static final String EVENTS = "Events (additions to the specification)";
    public static final String SIGNALS = "Shared Signals (additions to the specification)";
    public static final String KEYS = "API keys (additions to the specification)";
    public static final String INCIDENTS = "Incident response (additions to the specification)";

    private ApiTags() {}
}
