package io.useradmin.testsupport;

/** The operations that this service adds to the specification's. */
public enum ProvisioningOperation implements ApiOperation {
    LIST_USERS("GET", "/api/users", "", "users:read", 200, false),
    PUT_USER("PUT", "/api/users/%s", "{\"disabled\": true}", "users:write", 200, false),
    GET_USER("GET", "/api/users/%s", "", "users:read", 200, true),
    PUT_SESSION(
            "PUT",
            "/api/users/%s/sessions/session-2",
            "{\"session_key\": \"sk\", \"expires_at\": 32503680000}",
            "sessions:write",
            201,
            true),
    GET_SESSION("GET", "/api/users/%s/sessions/session-1", "", "sessions:read", 200, true),
    PUT_IP_ACCESS(
            "PUT",
            "/api/users/%s/blocked_ips/192.0.2.2",
            "{\"login_count\": 1, \"failure_count\": 2, \"last_login_attempt\": 1}",
            "blocked_ips:write",
            201,
            true),
    LIST_GROUPS_OF_USER("GET", "/api/users/%s/groups", "", "groups:read", 200, true),
    REMOVE_FROM_GROUP("DELETE", "/api/users/%s/groups/group-0", "", "groups:assign", 204, true),
    LIST_GROUPS("GET", "/api/groups", "", "groups:read", 200, false),
    PUT_GROUP("PUT", "/api/groups/group-2", "{\"name\": \"Group\"}", "groups:write", 201, false),
    GET_GROUP("GET", "/api/groups/group-1", "", "groups:read", 200, false),
    DELETE_GROUP("DELETE", "/api/groups/group-1", "", "groups:write", 204, false);

    private final String method;
    private final String path;
    private final String body;
    private final String scope;
    private final int success;
    private final boolean needsUser;

    ProvisioningOperation(String method, String path, String body, String scope, int success, boolean needsUser) {
        this.method = method;
        this.path = path;
        this.body = body;
        this.scope = scope;
        this.success = success;
        this.needsUser = needsUser;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path(String user) {
        return path.replace("%s", user);
    }

    @Override
    public String body() {
        return body;
    }

    @Override
    public String scope() {
        return scope;
    }

    @Override
    public int success() {
        return success;
    }

    @Override
    public boolean needsUser() {
        return needsUser;
    }

    @Override
    public String accept() {
        return "application/json, application/problem+json";
    }

    @Override
    public boolean mayBeKept() {
        return this == GET_USER;
    }

    @Override
    public boolean answersBody() {
        return !method.equals("DELETE");
    }
}
