package io.useradmin.testsupport;

/** The operations of the specification. */
public enum Operation implements ApiOperation {
    LIST_SESSIONS("GET", "/sessions", "", "sessions:read", 200),
    REVOKE_SESSION("DELETE", "/sessions/session-1", "", "sessions:revoke", 204),
    GET_PUBLIC_DATA("GET", "/public_data", "", "public_data:read", 200),
    PATCH_PUBLIC_DATA("PATCH", "/public_data", "{\"public_data\":{\"a\":1}}", "public_data:write", 200),
    GET_PRIVATE_DATA("GET", "/private_data", "", "private_data:read", 200),
    PATCH_PRIVATE_DATA("PATCH", "/private_data", "{\"private_data\":{\"a\":1}}", "private_data:write", 200),
    LIST_BLOCKED_IPS("GET", "/blocked_ips", "", "blocked_ips:read", 200),
    UNBLOCK("POST", "/blocked_ips/unblock", "{\"ip_address\":\"192.0.2.1\"}", "blocked_ips:unblock", 200),
    ASSIGN_GROUP("POST", "/groups/group-1", "", "groups:assign", 201),
    DISCONNECT(
            "POST",
            "/external_authenticator/disconnect",
            "{\"authenticator\":\"google\",\"provider_user_id\":\"google-1\"}",
            "identities:disconnect",
            200),
    DELETE_USER("DELETE", "", "", "users:delete", 204);

    private final String method;
    private final String subPath;
    private final String body;
    private final String scope;
    private final int success;

    Operation(String method, String subPath, String body, String scope, int success) {
        this.method = method;
        this.subPath = subPath;
        this.body = body;
        this.scope = scope;
        this.success = success;
    }

    /** A user on whom every operation succeeds once. */
    public static String userFor(Tenant tenant) {
        String user = tenant.user("{\"color\": \"blue\"}", "{\"plan\": \"pro\"}");
        tenant.session(user, "session-1");
        tenant.blocked(user, "192.0.2.1");
        tenant.group("group-0");
        tenant.member(user, "group-0");
        tenant.group("group-1");
        tenant.identity(user, "google", "google-1");
        return user;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path(String user) {
        return "/api/users/" + user + subPath;
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
        return true;
    }

    @Override
    public String accept() {
        boolean problemsOnly = method.equals("DELETE") || this == ASSIGN_GROUP;
        return problemsOnly ? "application/problem+json" : "application/json, application/problem+json";
    }

    @Override
    public boolean mayBeKept() {
        return method.equals("GET") && subPath.endsWith("_data");
    }

    @Override
    public boolean answersBody() {
        return success == 200;
    }
}
