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
 * An operation of docs/openapi.yaml, as a request that succeeds on a user made by {@link #userFor}. What holds for all operations
 * is tested on {@link #all}, so a new one is tested as soon as it is in the document, which OpenApiDocumentTest asks for.
 *
 * @param id the operationId
 * @param template the path, with parameters in braces
 * @param parameters the values for the path, without that of {@code user_id}
 * @param query the parameters of the query
 * @param body empty where there is none
 * @param scope the scope that it needs; empty where none
 * @param success the status of the response
 * @param answersBody whether the response has a body
 * @param answersUsers whether the body is a user or a list of users
 * @param needsUser whether it is 404 where there is no such user
 * @param mayBeKept whether the client may keep the response, and asks with its ETag before it uses it again
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

    /** Values for the path: what {@link #furnish} makes, so that a PUT replaces. */
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

    /** Operations that need another value: the user is in this group only. */
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
     * A parameter of the query.
     *
     * @param example one of its values
     * @param values all of its values, if they are few
     * @param required whether the request fails without it
     */
    public record QueryParameter(String name, String example, List<String> values, boolean required) {}

    /** Every operation of the service. */
    public static Stream<ApiOperation> all() {
        return ALL.stream();
    }

    /** The operations that are about a user who has to be there. */
    public static Stream<ApiOperation> ofAUser() {
        return all().filter(ApiOperation::needsUser);
    }

    /** The operations with a user's identifier in their path. */
    public static Stream<ApiOperation> withAUserInThePath() {
        return all().filter(ApiOperation::hasUser);
    }

    /** The operations that need a scope: all but the one that tells callers who they are. */
    public static Stream<ApiOperation> withAScope() {
        return all().filter(operation -> !operation.scope.isEmpty());
    }

    /** The operation with this operationId. */
    public static ApiOperation named(String id) {
        return all().filter(operation -> operation.id.equals(id)).findFirst().orElseThrow();
    }

    /** A new user on whom every operation succeeds once. */
    public static String userFor(Tenant tenant) {
        String user = tenant.user("{\"color\": \"blue\"}", "{\"plan\": \"pro\"}");
        furnish(tenant, user);
        return user;
    }

    /** Makes the users of a tenant such that the operation changes one. */
    public void prepare(Tenant tenant) {
        Sql.run("update users set disabled = ? where tenant_id = ?", id.equals("enableUser"), tenant.id());
    }

    /** Makes everything that the requests of a user name. */
    public static void furnish(Tenant tenant, String user) {
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

    /** The path for {@code user}, and the parameters of the query without which the request fails. */
    public String target(String user) {
        String required = query.stream()
                .filter(QueryParameter::required)
                .map(parameter -> parameter.name()
                        + "="
                        + known(PARAMETERS, parameter.name(), "ApiOperation.PARAMETERS needs " + parameter.name()))
                .collect(Collectors.joining("&"));
        return path(user) + (required.isEmpty() ? "" : "?" + required);
    }

    /** The same with another value in its path. */
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

    /** Sends the request with headers of the test's own. */
    public Response send(ApiRequest request, String user) {
        ApiRequest withBody = hasBody() ? request.body(body) : request;
        Response response = withBody.request(method, target(user));
        // A streamed response is read by statements that follow its head.
        response.asByteArray();
        return response;
    }

    /** All scopes but the one that this operation needs. */
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
