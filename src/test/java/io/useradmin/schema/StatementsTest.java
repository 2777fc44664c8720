package io.useradmin.schema;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Operation;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The statements that the service sends are those that are kept, so that a change of them is seen, and later releases know
 * what their migrations must not break (ReleasedStatementsTest).
 */
@QuarkusTest
@TestProfile(StatementsTest.Overheard.class)
class StatementsTest {
    private static final String UPDATE = "update-statements";

    public static class Overheard implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(OverheardDatabase.class));
        }

        @Override
        public boolean disableGlobalTestResources() {
            return true;
        }
    }

    @Test
    void keptStatementsAreTheOnesThatAreSent() throws Exception {
        for (ApiOperation operation : ApiOperation.all().toList()) {
            use(operation);
        }
        Tenant tenant = Tenant.create();
        String user = Operation.userFor(tenant);
        Stream.of(
                        lists(
                                "/api/users/" + user + "/sessions",
                                "session_id",
                                "initiated_at",
                                "expires_at",
                                "last_updated"),
                        filtered("/api/users/" + user + "/sessions", "client_id=web"),
                        lists("/api/users/" + user + "/blocked_ips", "block_until", "last_login_attempt"),
                        filtered("/api/users/" + user + "/blocked_ips", "filter=192.0.2.1"),
                        lists("/api/users/" + user + "/groups", "group_id", "name"),
                        lists("/api/groups", "group_id", "name"),
                        lists("/api/users", "creation_time", "last_updated", "user_id"),
                        filtered("/api/users", "email=a@example.com"),
                        filtered("/api/users", "phone=%2B358401"),
                        filtered("/api/users", "username=ann"),
                        filtered("/api/users", "provider_user_id=google-1"),
                        filtered("/api/users", "group_id=group-0"))
                .flatMap(paths -> paths)
                .forEach(path -> get(tenant, path));
        follow(tenant, "creation_time", "last_updated", "user_id");
        change(tenant, user);

        if (Boolean.getBoolean(UPDATE)) {
            Statements.write(Statements.CURRENT, OverheardDatabase.STATEMENTS);
        }
        assertThat(OverheardDatabase.STATEMENTS)
                .as(
                        "the service sends other statements than %s tells; if the change is meant, run"
                                + " ./mvnw test -Dtest=StatementsTest -D%s=true and commit the file",
                        Statements.CURRENT, UPDATE)
                .containsExactlyElementsOf(Statements.read(Statements.CURRENT));
    }

    /** The operation where it succeeds, and where nobody is there. */
    private static void use(ApiOperation operation) throws Exception {
        Tenant tenant = Tenant.create();
        String user = Operation.userFor(tenant);
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());
        operation.send(tenant.apiKey(), "nobody");
        tenant.awaitUseOfAKey();
    }

    /** Every order of a list, and what lies past its end. */
    private static Stream<String> lists(String path, String... keys) {
        Stream<String> orders = Stream.of(keys).flatMap(key -> Stream.of(key + ":1", key + ":-1"));
        return Stream.concat(orders.map(order -> path + "?sort=" + order), Stream.of(path + "?page=9"));
    }

    private static Stream<String> filtered(String path, String filter) {
        return Stream.of(path + "?" + filter, path + "?page=9&" + filter);
    }

    private static String get(Tenant tenant, String path) {
        return as(tenant)
                .urlEncodingEnabled(false)
                .get(path)
                .then()
                .statusCode(200)
                .extract()
                .header("Link");
    }

    /** Goes on in a list of users where its first page ends. */
    private static void follow(Tenant tenant, String... keys) {
        tenant.user();
        for (String key : keys) {
            for (String direction : List.of("1", "-1")) {
                String links = get(tenant, "/api/users?size=1&sort=" + key + ":" + direction);
                get(tenant, links.replaceAll(".*<([^>]*)>; rel=\"next\".*", "$1"));
            }
        }
    }

    /** What a user signs in with, changed; and addresses, all at once. */
    private static void change(Tenant tenant, String user) {
        as(tenant)
                .body("{\"username\": {\"username\": \"ann\"}, \"emails\": [{\"email\": \"a@example.com\"}]}")
                .put("/api/users/{user}", user)
                .then()
                .statusCode(200);
        as(tenant)
                .body("{\"ip_address\": \"all\"}")
                .post("/api/users/{user}/blocked_ips/unblock", user)
                .then()
                .statusCode(200);
    }
}
