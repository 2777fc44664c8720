package io.useradmin.contract;

import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.audit.Author;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.PageRequest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each operation in the document agrees with the specification and with the code. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OpenApiContractTest {
    /** Statuses that the service adds to those of the specification: HTTP's own, and failures. */
    private static final Set<String> ADDED_STATUSES =
            Set.of("304", "405", "406", "412", "413", "415", "429", "500", "503");

    /** The operations of the specification: method and path, scope, possible statuses. */
    private static final String SPECIFIED = """
            GET    /api/users/{user_id}/sessions,                          sessions:read,         200 400 401 403 404 422
            DELETE /api/users/{user_id}/sessions/{session_id},             sessions:revoke,       204 400 401 403 404 422
            GET    /api/users/{user_id}/public_data,                       public_data:read,      200 400 401 403 404 422
            PATCH  /api/users/{user_id}/public_data,                       public_data:write,     200 400 401 403 404 422
            GET    /api/users/{user_id}/private_data,                      private_data:read,     200 400 401 403 404 422
            PATCH  /api/users/{user_id}/private_data,                      private_data:write,    200 400 401 403 404 422
            GET    /api/users/{user_id}/blocked_ips,                       blocked_ips:read,      200 400 401 403 404 422
            POST   /api/users/{user_id}/blocked_ips/unblock,               blocked_ips:unblock,   200 400 401 403 404 422
            POST   /api/users/{user_id}/groups/{group_id},                 groups:assign,         201 400 401 403 404 422
            POST   /api/users/{user_id}/external_authenticator/disconnect, identities:disconnect, 200 400 401 403 404 422
            DELETE /api/users/{user_id},                                   users:delete,          204 400 401 403 404 422
            """;

    /** Operations that the service adds. */
    private static final String ADDED = """
            GET    /api/users,                                             users:read,            200 400 401 403 404 422
            PUT    /api/users/{user_id},                                   users:write,           200 201 400 401 403 404 409 422
            GET    /api/users/{user_id},                                   users:read,            200 400 401 403 404 422
            PUT    /api/users/{user_id}/sessions/{session_id},             sessions:write,        200 201 400 401 403 404 422
            GET    /api/users/{user_id}/sessions/{session_id},             sessions:read,         200 400 401 403 404 422
            PUT    /api/users/{user_id}/blocked_ips/{ip},                  blocked_ips:write,     200 201 400 401 403 404 422
            GET    /api/users/{user_id}/blocked_ips/{ip},                  blocked_ips:read,      200 400 401 403 404 422
            GET    /api/users/{user_id}/groups/{group_id},                 groups:read,           200 400 401 403 404 422
            GET    /api/users/{user_id}/groups,                            groups:read,           200 400 401 403 404 422
            DELETE /api/users/{user_id}/groups/{group_id},                 groups:assign,         204 400 401 403 404 422
            GET    /api/groups,                                            groups:read,           200 400 401 403 404 422
            PUT    /api/groups/{group_id},                                 groups:write,          200 201 400 401 403 404 422
            GET    /api/groups/{group_id},                                 groups:read,           200 400 401 403 404 422
            DELETE /api/groups/{group_id},                                 groups:write,          204 400 401 403 404 422
            """;

    private static final String LIFECYCLE = """
            POST   /api/users,                                             users:write,           201 400 401 403 404 409 422
            PATCH  /api/users/{user_id},                                   users:write,           200 400 401 403 404 409 422
            PATCH  /api/users/{user_id}/claims,                            users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/disable,                           users:disable,         200 400 401 403 404 422
            POST   /api/users/{user_id}/enable,                            users:disable,         200 400 401 403 404 422
            PUT    /api/users/{user_id}/username,                          users:write,           200 400 401 403 404 409 422
            DELETE /api/users/{user_id}/username,                          users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/emails,                            users:write,           200 400 401 403 404 409 422
            DELETE /api/users/{user_id}/emails/{email_id},                 users:write,           200 400 401 403 404 409 422
            POST   /api/users/{user_id}/emails/{email_id}/primary,         users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/emails/{email_id}/verify,          users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/emails/{email_id}/unverify,        users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/phones,                            users:write,           200 400 401 403 404 409 422
            DELETE /api/users/{user_id}/phones/{phone_id},                 users:write,           200 400 401 403 404 409 422
            POST   /api/users/{user_id}/phones/{phone_id}/primary,         users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/phones/{phone_id}/verify,          users:write,           200 400 401 403 404 422
            POST   /api/users/{user_id}/phones/{phone_id}/unverify,        users:write,           200 400 401 403 404 422
            """;

    private static final String EVENTS = """
            GET    /api/users/{user_id}/export,                            users:export,          200 400 401 403 404 422
            GET    /api/users/{user_id}/audit_log,                         audit:read,            200 400 401 403 404 422
            GET    /api/audit_log,                                         audit:read,            200 400 401 403 404 422
            GET    /api/events,                                            events:read,           200 400 401 403 404 410 422
            """;

    private static final String SIGNALS = """
            POST   /api/ssf/streams,                                       ssf:manage,            201 400 401 403 404 409 422
            GET    /api/ssf/streams,                                       ssf:manage,            200 400 401 403 404 422
            PATCH  /api/ssf/streams,                                       ssf:manage,            200 400 401 403 404 422
            PUT    /api/ssf/streams,                                       ssf:manage,            200 400 401 403 404 422
            DELETE /api/ssf/streams,                                       ssf:manage,            204 400 401 403 404 422
            GET    /api/ssf/status,                                        ssf:manage,            200 400 401 403 404 422
            POST   /api/ssf/status,                                        ssf:manage,            200 400 401 403 404 422
            POST   /api/ssf/verification,                                  ssf:manage,            204 400 401 403 404 422
            POST   /api/ssf/poll,                                          events:read,           200 400 401 403 404 410 422
            """;

    private static final String KEYS = """
            GET    /api/key,                                               none,                  200 400 401 404
            GET    /api/keys,                                              keys:manage,           200 400 401 403 404 422
            POST   /api/keys,                                              keys:manage,           201 400 401 403 404 422
            POST   /api/keys/{key_id}/rotate,                              keys:manage,           201 400 401 403 404 409 422
            DELETE /api/keys/{key_id},                                     keys:manage,           204 400 401 403 404 409 422
            """;

    private static final String INCIDENTS = """
            POST   /api/users/{user_id}/sessions/revoke,                   sessions:revoke,       200 400 401 403 404 422
            POST   /api/sessions/revoke,                                   sessions:revoke_many,  200 400 401 403 404 422
            GET    /api/blocked_ips,                                       blocked_ips:read,      200 400 401 403 404 422
            POST   /api/blocked_ips/unblock,                               blocked_ips:unblock_many, 200 400 401 403 404 422
            """;

    private OpenApiDocument document;

    @BeforeEach
    void readDocument() {
        document = OpenApiDocument.served();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', textBlock = SPECIFIED + ADDED + LIFECYCLE + EVENTS + SIGNALS + KEYS + INCIDENTS)
    void operationHasItsStatusesAndNamesItsScope(String name, String scope, String statuses) {
        JsonNode operation = document.operation(name.replaceAll(" +", " ")).node();

        assertThat(names(operation.get("responses")))
                .filteredOn(status -> !ADDED_STATUSES.contains(status))
                .containsExactlyInAnyOrderElementsOf(expected(operation, statuses));
        assertThat(operation.path("x-required-scope").asText("none")).isEqualTo(scope);
        assertThat(operation.get("description").asText())
                .endsWith("Required scope: " + (scope.equals("none") ? scope : "`" + scope + "`") + ".");
    }

    /** An operation with Idempotency-Key can also return 409: the first request with the key may still run. */
    private static Set<String> expected(JsonNode operation, String statuses) {
        Set<String> expected = new HashSet<>(List.of(statuses.split(" ")));
        if (operation.get("parameters").findValuesAsText("$ref").contains("#/components/parameters/Idempotency-Key")) {
            expected.add("409");
        }
        return expected;
    }

    @Test
    void everyOperationHasALineAbove() {
        assertThat(document.operations().stream().map(Operation::name))
                .as("each operation needs a line in one of the blocks above")
                .containsExactlyInAnyOrderElementsOf(
                        names(SPECIFIED + ADDED + LIFECYCLE + EVENTS + SIGNALS + KEYS + INCIDENTS));
    }

    /** Reads of private data can be recorded. So their operations name an author, as writes do. */
    @Test
    void recordedOperationsHaveAnAuthor() {
        assertThat(document.operations()).isNotEmpty().allSatisfy(operation -> {
            boolean canBeRecorded = !operation.method().equals("GET") || showsPrivateData(operation);
            assertThat(operation.parametersIn("header"))
                    .extracting(parameter -> parameter.get("name").asText())
                    .filteredOn(Set.of("X-Actor", "X-Reason")::contains)
                    .hasSize(canBeRecorded ? 2 : 0);
        });
    }

    private boolean showsPrivateData(Operation operation) {
        return document.responses(operation)
                .filter(OpenApiContractTest::isSuccess)
                .flatMap(answer -> answer.findValues("schema").stream())
                .anyMatch(this::hasPrivateData);
    }

    private boolean hasPrivateData(JsonNode schema) {
        JsonNode members = document.resolve(schema).path("properties");
        return members.has("private_data")
                || Stream.concat(members.valueStream(), Stream.of(schema.path("items")))
                        .anyMatch(member -> !member.isMissingNode() && hasPrivateData(member));
    }

    @Test
    void everyOperationHasNameSummaryTagAndExamples() {
        assertThat(document.operations()).isNotEmpty().allSatisfy(operation -> {
            assertThat(operation.id()).isNotBlank();
            assertThat(operation.node().get("summary").asText()).isNotBlank();
            assertThat(operation.node().get("tags")).hasSize(1);
            assertThat(operation.parameters()).allSatisfy(OpenApiContractTest::isDescribedWithExample);
            assertThat(document.responses(operation).filter(answer -> !isSuccess(answer)))
                    .allSatisfy(answer -> assertThat(answer.at("/content/application~1problem+json/examples"))
                            .isNotEmpty());
        });
        assertThat(document.operations()).extracting(Operation::id).doesNotHaveDuplicates();
    }

    @Test
    void onlyAddedOperationsAreTaggedAsAdded() {
        assertThat(document.operations().stream()
                        .filter(operation ->
                                operation.node().at("/tags/0").asText().startsWith("Provisioning"))
                        .map(Operation::name))
                .containsExactlyInAnyOrderElementsOf(names(ADDED));
    }

    @Test
    void everyResponseIsDescribedWithItsCaching() {
        assertThat(document.operations().stream().flatMap(document::responses))
                .isNotEmpty()
                .allSatisfy(answer -> {
                    assertThat(answer.get("description").asText()).isNotBlank();
                    assertThat(names(answer.get("headers"))).contains("Cache-Control", "X-Content-Type-Options");
                });
    }

    @Test
    void everyTypeOfProblemIsShownUnderItsStatus() {
        Map<String, String> shown = document.operations().stream()
                .flatMap(document::problems)
                .collect(Collectors.toMap(
                        problem -> problem.body().get("type").asText(),
                        OpenApiDocument.Problem::status,
                        (first, _) -> first));

        assertThat(shown)
                .isEqualTo(Arrays.stream(ProblemType.values())
                        .collect(Collectors.toMap(ProblemType::uri, type -> String.valueOf(type.status()))));
    }

    @Test
    void examplesOfErrorsAreThoseOfTheirOperation() {
        assertThat(document.operations()).allSatisfy(operation -> {
            String path = document.examplePath(operation);
            assertThat(document.problems(operation)).isNotEmpty().allSatisfy(problem -> {
                JsonNode body = problem.body();
                assertThat(body.get("status").asText()).isEqualTo(problem.status());
                assertThat(body.get("instance").asText()).isEqualTo(path);
                assertThat(body.path("scope").asText(operation.scope())).isEqualTo(operation.scope());
                assertThat(body.path("errors")).allSatisfy(error -> assertIsInRequest(error, operation));
            });
            if (!operation.scope().isEmpty()) {
                assertThat(details(operation, "403")).anyMatch(detail -> detail.contains(operation.scope()));
            }
        });
    }

    /** The service derives a path's methods from the routes. The example must list the same ones. */
    @Test
    void exampleOfAForbiddenMethodNamesTheMethodsOfItsPath() {
        Tenant tenant = Tenant.create();

        assertThat(document.operations()).allSatisfy(operation -> {
            Response refused = Api.as(tenant).request("LOCK", document.examplePath(operation));
            assertThat(refused.statusCode()).isEqualTo(405);
            assertThat(detail(operation, "405")).isEqualTo(refused.path("detail"));
        });
    }

    /** The error in the example must be possible in a request for this operation. */
    private void assertIsInRequest(JsonNode error, Operation operation) {
        // Every request has a path.
        Stream<String> parameters = Stream.concat(
                Stream.of("path"),
                operation.parameters().stream()
                        .map(parameter -> parameter.get("name").asText()));
        if (error.has("pointer")) {
            String member = error.get("pointer").asText().replaceFirst("^/([^/]*).*", "$1");
            JsonNode body = document.resolve(operation.bodySchema());
            assertThat(member.isEmpty() || body.get("properties").has(member))
                    .as("%s has the member %s", operation.name(), member)
                    .isTrue();
        } else {
            assertThat(parameters)
                    .contains(
                            error.path("parameter").asText(error.path("header").asText()));
        }
    }

    private String detail(Operation operation, String status) {
        return details(operation, status).findFirst().orElseThrow();
    }

    private Stream<String> details(Operation operation, String status) {
        return document.problems(operation)
                .filter(problem -> problem.status().equals(status))
                .map(problem -> problem.body().get("detail").asText());
    }

    /** The style sheet hides the repeated parts of errors by their names. */
    @Test
    void pageHidesRepeatedPartsOfErrors() {
        String script = given().get("/q/swagger-ui/swagger-ui-bundle.js").asString();

        assertThat(given().get("/q/swagger-ui/style.css").asString())
                .contains(".response-control-media-type", ".response-controls", ".headers-wrapper");
        assertThat(script).contains("response-control-media-type", "response-controls", "headers-wrapper");
    }

    @Test
    void boundsAreThoseThatTheCodeEnforces() {
        JsonNode page = document.component("parameters", "page").get("schema");
        JsonNode size = document.component("parameters", "size").get("schema");
        JsonNode identifier = document.component("schemas", "Identifier");

        assertThat(page.get("maximum").asInt()).isEqualTo(Integer.MAX_VALUE);
        assertThat(size.get("maximum").asInt()).isEqualTo(PageRequest.MAX_SIZE);
        assertThat(size.get("default").asInt()).isEqualTo(PageRequest.DEFAULT_SIZE);
        assertThat(identifier.get("pattern").asText()).isEqualTo(Identifier.PATTERN);
        assertThat(document.component("parameters", "X-Reason")
                        .at("/schema/maxLength")
                        .asInt())
                .isEqualTo(Author.LONGEST_REASON);
    }

    /** 8192 is the bound of texts without another one. */
    @Test
    void textsOfRequestsHaveTheirOwnBounds() {
        List<String> unbounded = document.components("schemas")
                .filter(schema ->
                        schema.getKey().endsWith("Body") || schema.getKey().endsWith("Patch"))
                .flatMap(schema -> schema.getValue().path("properties").properties().stream()
                        .filter(member -> member.getValue().findValues("maxLength").stream()
                                .anyMatch(longest -> longest.asInt() == 8192))
                        .map(member -> schema.getKey() + "." + member.getKey()))
                .toList();

        assertThat(unbounded)
                .containsExactlyInAnyOrder(
                        // Has this bound.
                        "PollBody.ack",
                        "PollErrorBody.description",
                        // Has a pattern.
                        "KeyBody.rate",
                        // Must be as the service has sent it.
                        "StreamChangeBody.iss",
                        "StreamChangeBody.aud",
                        "StreamChangeBody.events_supported",
                        "StreamChangeBody.events_delivered");
    }

    /** Receivers of Shared Signals are OAuth clients. Without an issuer, their paths do not exist. */
    @Test
    void onlyOperationsOfSharedSignalsTakeABearerToken() {
        assertThat(document.operations()).isNotEmpty().allSatisfy(operation -> {
            boolean isOfSignals = operation.path().startsWith("/api/ssf/");
            assertThat(operation.node().path("security").valueStream().flatMap(each -> names(each).stream()))
                    .isEqualTo(isOfSignals ? List.of("ApiKey", "Bearer") : List.of());
            assertThat(!isOfSignals
                            || details(operation, "404")
                                    .anyMatch(Refusals.unknownPath().detail()::equals))
                    .isTrue();
        });
        assertThat(document.components("securitySchemes"))
                .extracting(Map.Entry::getKey)
                .contains("ApiKey", "Bearer");
    }

    @Test
    void everyMemberOfABodyIsDescribed() {
        List<String> bare = document.components("schemas")
                .flatMap(schema -> schema.getValue().path("properties").properties().stream()
                        .filter(member -> !document.resolve(member.getValue()).has("description"))
                        .map(member -> schema.getKey() + "." + member.getKey()))
                .toList();

        assertThat(bare).isEmpty();
    }

    @Test
    void listsOfIdentifiersHaveIdentifiers() {
        Map<String, String> items = document.components("schemas")
                .flatMap(schema -> schema.getValue().path("properties").properties().stream())
                .filter(member ->
                        member.getKey().endsWith("_ids") || member.getKey().equals("except"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        member -> member.getValue().at("/items/$ref").asText(),
                        (first, _) -> first));

        assertThat(items)
                .containsOnlyKeys("client_ids", "except", "except_user_ids", "session_ids", "user_ids")
                .allSatisfy((_, item) -> assertThat(item).isEqualTo("#/components/schemas/Identifier"));
    }

    @Test
    void membersAreOptionalOnlyIfTheContractSaysSo() {
        Set<String> optional = document.components("schemas")
                .filter(schema -> !schema.getKey().startsWith("Problem")
                        && !schema.getKey().endsWith("Body")
                        && !schema.getKey().endsWith("Patch"))
                .flatMap(schema -> optionalMembers(schema.getValue()).map(member -> schema.getKey() + "." + member))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(optional)
                .containsExactlyInAnyOrder(
                        "AuditEntry.actor",
                        "AuditEntry.authenticator",
                        "AuditEntry.changed",
                        "AuditEntry.group_id",
                        "AuditEntry.ip_address",
                        "AuditEntry.key",
                        "AuditEntry.operator",
                        "AuditEntry.reason",
                        "AuditEntry.selector",
                        "AuditEntry.session_id",
                        "AuditEntry.target_key_id",
                        "AuditEntry.trace_id",
                        "AuditEntry.stream_id",
                        "AuditEntry.user_id",
                        "AuditKey.name",
                        "RevocationPage.next",
                        "UnblockPage.next",
                        "CloudEvent.subject",
                        "CloudEventData.authenticator",
                        "CloudEventData.changed",
                        "CloudEventData.group_id",
                        "CloudEventData.ip_address",
                        "CloudEventData.key",
                        "CloudEventData.operator",
                        "CloudEventData.selector",
                        "CloudEventData.session_id",
                        "CloudEventData.target_key_id",
                        "CloudEventData.trace_id",
                        "CloudEventData.stream_id",
                        "CloudEventData.user_id",
                        "ExportedMembership.description",
                        "Group.description",
                        "Key.burst",
                        "Key.expires_at",
                        "Key.last_used_at",
                        "Key.rate",
                        "Key.revoked_at",
                        "NewKey.burst",
                        "NewKey.expires_at",
                        "NewKey.rate",
                        "NewKey.replaces",
                        "OwnKey.burst",
                        "OwnKey.expires_at",
                        "OwnKey.rate",
                        "IpAccess.block_until",
                        "PolledTokens.moreAvailable",
                        "StreamConfiguration.description",
                        "StreamConfiguration.events_requested",
                        "StreamStatus.reason",
                        "User.password_updated_at",
                        "User.private_data",
                        "User.public_data",
                        "User.username",
                        "Claims.name",
                        "Claims.given_name",
                        "Claims.family_name",
                        "Claims.middle_name",
                        "Claims.nickname",
                        "Claims.preferred_username",
                        "Claims.profile",
                        "Claims.picture",
                        "Claims.website",
                        "Claims.gender",
                        "Claims.birthdate",
                        "Claims.zoneinfo",
                        "Claims.locale",
                        "SessionMetadata.country",
                        "SessionMetadata.city",
                        "SessionMetadata.region",
                        "SessionMetadata.latitude",
                        "SessionMetadata.longitude",
                        "SessionMetadata.ip_address",
                        "SessionMetadata.user_agent");
    }

    private static void isDescribedWithExample(JsonNode parameter) {
        assertThat(parameter.get("description").asText()).isNotBlank();
        assertThat(parameter.has("example") || parameter.get("schema").has("examples"))
                .isTrue();
    }

    private static boolean isSuccess(JsonNode answer) {
        return !answer.path("content").has("application/problem+json");
    }

    private static Stream<String> optionalMembers(JsonNode schema) {
        Set<String> required = StreamSupport.stream(schema.path("required").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
        return names(schema.path("properties")).stream().filter(name -> !required.contains(name));
    }

    private static List<String> names(String lines) {
        return lines.lines()
                .map(line -> line.replaceFirst(",.*", "").replaceAll(" +", " "))
                .toList();
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }
}
