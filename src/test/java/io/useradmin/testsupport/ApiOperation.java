package io.useradmin.testsupport;

import static io.useradmin.testsupport.Api.withKey;
import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.apikey.Scope;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An operation of docs/openapi.yaml, as a request that succeeds for a user made by {@link #userFor}. Tests of rules for all
 * operations use {@link #all}. So a new operation is tested as soon as it is in the document, and OpenApiDocumentTest fails
 * until it is.
 *
 * @param id the operationId
 * @param template the path, with parameters in braces
 * @param parameters values for the path parameters, except {@code user_id}
 * @param query the query parameters
 * @param body the request body; empty if there is none
 * @param scope the required scope; empty if none is required
 * @param success the status of a successful response
 * @param answersBody whether the response has a body
 * @param answersUsers whether the response is a user or a list of users
 * @param needsUser whether the response is 404 if the user does not exist
 * @param mayBeKept whether clients may cache the response, and revalidate it with its ETag
 */
public record ApiOperation(
        String id,
        String method,
        String template,
        Map<String, String> parameters,
        List<QueryParameter> query,
        String body,
        String scope,
        int success,
        boolean answersBody,
        boolean answersUsers,
        boolean needsUser,
        boolean mayBeKept) {
    private static final String USER_ID = "user_id";

    /** Values for path parameters. {@link #createRowsFor} creates these rows, so a PUT replaces one. */
    private static final Map<String, String> PARAMETERS = Map.of(
            "session_id",
            "session-1",
            "group_id",
            "group-1",
            "ip",
            "192.0.2.1",
            "stream_id",
            "stream-1",
            "key_id",
            "key-of-{user_id}",
            "email_id",
            "email-2",
            "phone_id",
            "phone-2");

    /** Operations that need other values: these rows are in the state that the operation changes. */
    private static final Map<String, Map<String, String>> OTHER_PARAMETERS = Map.of(
            "removeFromGroup", Map.of("group_id", "group-0"),
            "getMembership", Map.of("group_id", "group-0"),
            "unverifyEmail", Map.of("email_id", "email-1"),
            "unverifyPhone", Map.of("phone_id", "phone-1"));

    private static final Map<String, String> BODIES = Map.ofEntries(
            entry("updatePublicData", "{\"public_data\":{\"a\":1}}"),
            entry("updatePrivateData", "{\"private_data\":{\"a\":1}}"),
            entry("unblockIp", "{\"ip_address\":\"192.0.2.1\"}"),
            entry("disconnectAuthenticator", "{\"authenticator\":\"google\",\"provider_user_id\":\"google-1\"}"),
            entry("putUser", "{\"disabled\": true}"),
            entry("putSession", "{\"session_key\": \"sk\", \"expires_at\": 32503680000}"),
            entry("putIpAccess", "{\"login_count\": 1, \"failure_count\": 2, \"last_login_attempt\": 1}"),
            entry("putGroup", "{\"name\": \"Group\"}"),
            entry("createStream", "{\"description\": \"Gateway\"}"),
            entry("updateStream", "{\"stream_id\": \"stream-1\", \"description\": \"Gateway\"}"),
            entry("replaceStream", "{\"stream_id\": \"stream-1\", \"description\": \"Gateway\"}"),
            entry("setStreamStatus", "{\"stream_id\": \"stream-1\", \"status\": \"paused\"}"),
            entry("verifyStream", "{\"stream_id\": \"stream-1\", \"state\": \"a\"}"),
            entry("pollEvents", "{\"maxEvents\": 1, \"returnImmediately\": true, \"ack\": [\"a\"]}"),
            entry("createKey", "{\"name\": \"Key\", \"scopes\": [\"keys:manage\"]}"),
            entry("rotateKey", "{\"overlap\": 60}"),
            entry("revokeSessions", "{\"initiated_before\": 32503680000}"),
            entry("revokeSessionsAcrossTenant", "{\"initiated_before\": 32503680000}"),
            entry("unblockIpAcrossTenant", "{\"ip_address\": \"192.0.2.0/24\"}"),
            entry("createUser", "{\"disabled\": true}"),
            entry("updateUser", "{\"disabled\": true}"),
            entry("disableUser", "{\"revoke_sessions\": true}"),
            entry("updateClaims", "{\"claims\": {\"nickname\": \"Ainu\"}}"),
            entry("setUsername", "{\"username\": \"name-2\"}"),
            entry("addEmail", "{\"email\": \"third@example.com\"}"),
            entry("addPhone", "{\"phone\": \"+358403\"}"));

    private static final List<ApiOperation> ALL = read(OpenApiDocument.committed());

    /**
     * A query parameter.
     *
     * @param example an example value
     * @param values all values, if there are few
     * @param required whether the request fails without it
     */
    public record QueryParameter(String name, String example, List<String> values, boolean required) {}

    /** Every operation of the service. */
    public static Stream<ApiOperation> all() {
        return ALL.stream();
    }

    /** Operations that return 404 if the user does not exist. */
    public static Stream<ApiOperation> needingUser() {
        return all().filter(ApiOperation::needsUser);
    }

    /** The operations with a user's identifier in their path. */
    public static Stream<ApiOperation> withUserInPath() {
        return all().filter(ApiOperation::hasUser);
    }

    /** Operations that only read. */
    public static Stream<ApiOperation> reads() {
        return all().filter(operation -> operation.method().equals("GET"));
    }

    /** Operations that need a scope: all except the one that describes the caller's own key. */
    public static Stream<ApiOperation> withScope() {
        return all().filter(operation -> !operation.scope.isEmpty());
    }

    /** The operation with this operationId. */
    public static ApiOperation named(String id) {
        return all().filter(operation -> operation.id.equals(id)).findFirst().orElseThrow();
    }

    /** A new user for whom every operation succeeds once. */
    public static String userFor(Tenant tenant) {
        String user = tenant.user("{\"color\": \"blue\"}", "{\"plan\": \"pro\"}");
        createRowsFor(tenant, user);
        return user;
    }

    /** Prepares the tenant's users so that the operation changes one: for enableUser, they are disabled. */
    public void prepare(Tenant tenant) {
        Sql.run("update users set disabled = ? where tenant_id = ?", id.equals("enableUser"), tenant.id());
    }

    /** Creates all rows that the requests for a user need. */
    public static void createRowsFor(Tenant tenant, String user) {
        tenant.session(user, "session-1");
        tenant.blocked(user, "192.0.2.1");
        tenant.group("group-0");
        tenant.member(user, "group-0");
        tenant.group("group-1");
        tenant.identity(user, "google", "google-1");
        tenant.username(user, "name-1", "google");
        tenant.contacts(user);
        tenant.stream("stream-1");
        tenant.keyToManage("key-of-" + user);
    }

    /** The path for {@code user}. */
    public String path(String user) {
        String path = template;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            path = path.replace("{" + parameter.getKey() + "}", parameter.getValue());
        }
        return path.replace("{" + USER_ID + "}", user);
    }

    /** The path for {@code user}, with the required query parameters. */
    public String target(String user) {
        String required = query.stream()
                .filter(QueryParameter::required)
                .map(parameter -> parameter.name()
                        + "="
                        + known(PARAMETERS, parameter.name(), "ApiOperation.PARAMETERS needs " + parameter.name()))
                .collect(Collectors.joining("&"));
        return path(user) + (required.isEmpty() ? "" : "?" + required);
    }

    /** The same operation with another value for a path parameter. */
    public ApiOperation with(String parameter, String value) {
        Map<String, String> changed = new TreeMap<>(parameters);
        changed.put(parameter, value);
        return new ApiOperation(
                id,
                method,
                template,
                changed,
                query,
                body,
                scope,
                success,
                answersBody,
                answersUsers,
                needsUser,
                mayBeKept);
    }

    /** Whether the path names a user. */
    public boolean hasUser() {
        return template.contains("{" + USER_ID + "}");
    }

    /** Whether the request has a body. */
    public boolean hasBody() {
        return !body.isEmpty();
    }

    /** The Accept header that published clients send. */
    public String accept() {
        return answersBody ? "application/json, application/problem+json" : "application/problem+json";
    }

    /** Sends the request as a published client does. */
    public Response send(String key, String user) {
        return send(withKey(key).accept(accept()), user);
    }

    /** Sends the request with headers that the test chooses. */
    public Response send(ApiRequest request, String user) {
        ApiRequest withBody = hasBody() ? request.body(body) : request;
        Response response = withBody.request(method, target(user));
        // Reads the whole body: the service streams some responses, and runs statements after it has sent the headers.
        response.asByteArray();
        return response;
    }

    /** All scopes except the required one. */
    public String[] otherScopes() {
        return Arrays.stream(Scope.values())
                .map(Scope::toString)
                .filter(other -> !other.equals(scope))
                .toArray(String[]::new);
    }

    @Override
    public String toString() {
        return id;
    }

    private static List<ApiOperation> read(OpenApiDocument document) {
        return document.operations().stream()
                .map(operation -> read(document, operation))
                .toList();
    }

    private static ApiOperation read(OpenApiDocument document, Operation operation) {
        String id = operation.id();
        Map<String, String> inPath = new TreeMap<>();
        for (JsonNode parameter : operation.parametersIn("path")) {
            String name = parameter.get("name").asText();
            inPath.put(name, pathValue(id, name));
        }
        inPath.remove(USER_ID);
        List<QueryParameter> query = operation.parametersIn("query").stream()
                .map(parameter -> queryParameter(document, parameter))
                .toList();
        JsonNode responses = operation.responses();
        String success = responses.properties().stream()
                .map(Map.Entry::getKey)
                .filter(status -> status.startsWith("2"))
                .sorted()
                .findFirst()
                .orElseThrow();
        return new ApiOperation(
                id,
                operation.method(),
                operation.path(),
                inPath,
                query,
                operation.hasBody() ? known(BODIES, id, "ApiOperation.BODIES needs a body for " + id) : "",
                operation.scope(),
                Integer.parseInt(success),
                responses.get(success).has("content"),
                refersToUser(responses.get(success).at("/content/application~1json/schema")),
                !responses
                        .at("/404/content/application~1problem+json/examples/user-not-found")
                        .isMissingNode(),
                responses.has("304"));
    }

    private static boolean refersToUser(JsonNode schema) {
        return Stream.of(schema, schema.path("items"))
                .anyMatch(each -> each.path("$ref").asText().endsWith("/User"));
    }

    private static String pathValue(String id, String name) {
        String other = OTHER_PARAMETERS.getOrDefault(id, Map.of()).get(name);
        return other != null || name.equals(USER_ID)
                ? String.valueOf(other)
                : known(PARAMETERS, name, "ApiOperation.PARAMETERS needs a value for {" + name + "} of " + id);
    }

    private static QueryParameter queryParameter(OpenApiDocument document, JsonNode parameter) {
        JsonNode given = parameter.get("schema");
        JsonNode schema = given.has("items") ? given.get("items") : given;
        List<String> values = document.resolve(schema)
                .path("enum")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        return new QueryParameter(
                parameter.get("name").asText(),
                parameter.has("example") ? parameter.get("example").asText() : example(given),
                values,
                parameter.path("required").asBoolean());
    }

    private static String example(JsonNode schema) {
        return schema.at(schema.has("items") ? "/examples/0/0" : "/examples/0").asText();
    }

    private static String known(Map<String, String> values, String name, String complaint) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException(complaint);
        }
        return value;
    }
}
