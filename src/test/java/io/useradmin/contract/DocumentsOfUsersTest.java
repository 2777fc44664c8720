package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key reads a data document in a user only if it may read it by itself. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DocumentsOfUsersTest {
    private static final String PUBLIC = "public-canary-7d1f";
    private static final String PRIVATE = "private-canary-7d1f";
    private static final String USER = "/api/users/{user}";

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    DocumentsOfUsersTest() {
        tenant.identity(user, "github", "github-1");
        Sql.run(
                "update users set public_data = jsonb_build_object('canary', ?::text),"
                        + " private_data = jsonb_build_object('canary', ?::text) where tenant_id = ?",
                PUBLIC,
                PRIVATE,
                tenant.id());
    }

    static Stream<ApiOperation> answeringUsers() {
        return ApiOperation.all().filter(ApiOperation::answersUsers);
    }

    /** Those whose scope is not about a document. An export has everything. */
    static Stream<ApiOperation> others() {
        return ApiOperation.all()
                .filter(operation -> !operation.scope().contains("_data:"))
                .filter(operation -> !operation.scope().equals("users:export"));
    }

    @Test
    void knowsWhichOperationsAnswerUsers() {
        assertThat(answeringUsers().map(ApiOperation::id))
                .contains("getUser", "listUsers", "putUser", "createUser", "unblockIp", "disconnectAuthenticator")
                .hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("others")
    void tellsNothingOfADocumentThatTheKeyMayNotRead(ApiOperation operation) {
        assertTold(operation, List.of(operation.scope()), false, false);
    }

    @ParameterizedTest
    @MethodSource("answeringUsers")
    void showsThePublicDataToAKeyThatMayReadIt(ApiOperation operation) {
        assertTold(operation, List.of(operation.scope(), "public_data:read"), true, false);
    }

    @ParameterizedTest
    @MethodSource("answeringUsers")
    void showsThePrivateDataToAKeyThatMayReadIt(ApiOperation operation) {
        assertTold(operation, List.of(operation.scope(), "private_data:read"), false, true);
    }

    @ParameterizedTest
    @MethodSource("answeringUsers")
    void showsBothToAKeyThatMayDoEverything(ApiOperation operation) {
        assertTold(operation, List.of("*"), true, true);
    }

    /** What is not a user's own document may be what the operation wrote. */
    private void assertTold(ApiOperation operation, List<String> scopes, boolean publicData, boolean privateData) {
        var answer = operation.send(tenant.key(scopes.toArray(String[]::new)).reveal(), user);

        answer.then().statusCode(operation.success());
        String told = answer.asString() + answer.headers();
        boolean replaces = operation.id().equals("putUser") || operation.id().equals("createUser");
        assertThat(told.contains("\"public_data\"")).isEqualTo(publicData);
        assertThat(told.contains("\"private_data\"")).isEqualTo(privateData);
        assertThat(told.contains(PUBLIC)).isEqualTo(publicData && !replaces);
        assertThat(told.contains(PRIVATE)).isEqualTo(privateData && !replaces);
    }

    /** Else to write what was read would erase what could not be read. */
    @Test
    void keepsADocumentThatTheKeyMayNotReadWhenAUserIsReplaced() {
        String key = tenant.key("users:read", "users:write", "public_data:read").reveal();
        String read = withKey(key).get(USER, user).asString();

        withKey(key).body(read).put(USER, user).then().statusCode(200).body("$", not(hasKey("private_data")));

        as(tenant)
                .get(USER, user)
                .then()
                .body("public_data.canary", equalTo(PUBLIC))
                .body("private_data.canary", equalTo(PRIVATE));
        withKey(key)
                .body("{\"private_data\": {\"new\": 1}}")
                .put(USER, user)
                .then()
                .statusCode(200)
                .body("$", not(hasKey("private_data")))
                .body("public_data", equalTo(Map.of()));
        as(tenant).get(USER, user).then().body("private_data", equalTo(Map.of("new", 1)));
    }

    /** Representations that differ have ETags that differ; a write takes each of them. */
    @Test
    void hasAnETagForEachRepresentationThatEveryWriteTakes() {
        String less = tenant.key("users:read", "users:write").reveal();
        String tag = withKey(less).get(USER, user).header("ETag");
        String tagOfAll = as(tenant).get(USER, user).header("ETag");

        assertThat(tag).isNotEqualTo(tagOfAll);
        withKey(less).header("If-None-Match", tag).get(USER, user).then().statusCode(304);
        withKey(less).header("If-None-Match", tagOfAll).get(USER, user).then().statusCode(200);
        as(tenant).header("If-None-Match", tag).get(USER, user).then().statusCode(200);
        as(tenant)
                .header("If-Match", tag)
                .body("{\"disabled\": true}")
                .put(USER, user)
                .then()
                .statusCode(200);
        as(tenant).header("If-Match", tag).delete(USER, user).then().statusCode(412);
    }

    /** It moves with the version, not with what a document says. */
    @Test
    void changesTheETagWithADocumentThatTheKeyMayNotRead() {
        String less = tenant.key("users:read").reveal();
        String tag = withKey(less).get(USER, user).header("ETag");
        Sql.run(
                "update users set private_data = '{}', private_data_version = private_data_version + 1"
                        + " where tenant_id = ?",
                tenant.id());

        assertThat(withKey(less).get(USER, user).header("ETag")).isNotEqualTo(tag);
    }
}
