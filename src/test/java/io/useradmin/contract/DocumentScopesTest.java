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

/** A response with a user contains a data document only if the key may read this document. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DocumentScopesTest {
    private static final String PUBLIC = "public-canary-7d1f";
    private static final String PRIVATE = "private-canary-7d1f";
    private static final String USER = "/api/users/{user}";

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    DocumentScopesTest() {
        tenant.identity(user, "github", "github-1");
        Sql.run(
                "update users set public_data = jsonb_build_object('canary', ?::text),"
                        + " private_data = jsonb_build_object('canary', ?::text) where tenant_id = ?",
                PUBLIC,
                PRIVATE,
                tenant.id());
    }

    static Stream<ApiOperation> returningUsers() {
        return ApiOperation.all().filter(ApiOperation::answersUsers);
    }

    static Stream<ApiOperation> returningOneUser() {
        return returningUsers().filter(operation -> !operation.id().equals("listUsers"));
    }

    /** Operations whose scope is not for a document. An export contains everything. */
    static Stream<ApiOperation> others() {
        return ApiOperation.all()
                .filter(operation -> !operation.scope().contains("_data:"))
                .filter(operation -> !operation.scope().equals("users:export"));
    }

    @Test
    void findsTheOperationsThatReturnUsers() {
        assertThat(returningUsers().map(ApiOperation::id))
                .contains("getUser", "listUsers", "putUser", "createUser", "unblockIp", "disconnectAuthenticator")
                .hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("others")
    void omitsADocumentThatTheKeyMayNotRead(ApiOperation operation) {
        assertDocuments(operation, List.of(operation.scope()), false, false);
    }

    @ParameterizedTest
    @MethodSource("returningUsers")
    void showsThePublicDataToAKeyThatMayReadIt(ApiOperation operation) {
        assertDocuments(operation, List.of(operation.scope(), "public_data:read"), true, false);
    }

    @ParameterizedTest
    @MethodSource("returningUsers")
    void showsThePrivateDataToAKeyThatMayReadIt(ApiOperation operation) {
        assertDocuments(operation, List.of(operation.scope(), "private_data:read"), false, true);
    }

    @ParameterizedTest
    @MethodSource("returningUsers")
    void showsBothToAKeyThatMayDoEverything(ApiOperation operation) {
        assertDocuments(operation, List.of("*"), true, true);
    }

    /** putUser and createUser replace the documents. So they return what the request wrote, not the canaries. */
    private void assertDocuments(ApiOperation operation, List<String> scopes, boolean publicData, boolean privateData) {
        var answer = operation.send(tenant.key(scopes.toArray(String[]::new)).reveal(), user);

        answer.then().statusCode(operation.success());
        String returned = answer.asString() + answer.headers();
        boolean replaces = operation.id().equals("putUser") || operation.id().equals("createUser");
        assertThat(returned.contains("\"public_data\"")).isEqualTo(publicData);
        assertThat(returned.contains("\"private_data\"")).isEqualTo(privateData);
        assertThat(returned.contains(PUBLIC)).isEqualTo(publicData && !replaces);
        assertThat(returned.contains(PRIVATE)).isEqualTo(privateData && !replaces);
    }

    /** Otherwise, writing back a user that was read would delete the documents that the key cannot read. */
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

    /** Different representations have different ETags. Each write accepts all of them. */
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

    /** Otherwise, a client could not make its next change of the user conditional. */
    @ParameterizedTest
    @MethodSource("returningOneUser")
    void returnsTheETagOfTheNextRead(ApiOperation operation) {
        var answer = operation.send(tenant.apiKey(), user);

        String read =
                as(tenant).get(USER, answer.jsonPath().getString("user_id")).header("ETag");
        assertThat(answer.header("ETag")).isEqualTo(read).isNotNull();
    }

    /** The ETag follows the document's version, not its content. */
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
