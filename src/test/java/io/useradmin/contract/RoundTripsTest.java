package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The round trips of every operation, as PostgreSQL counts statements. A cached API key costs none. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RoundTripsTest {
    private static final String ASKED = " from pg_stat_statements where query not like '%pg_stat_statements%'";

    private static final List<String> AROUND = List.of("BEGIN", "COMMIT");

    /** Operations that need more than one statement. */
    private static final Map<String, Integer> BUDGETS = Map.ofEntries(
            entry("listUsers", 2),
            entry("createUser", 3),
            entry("putUser", 7),
            entry("updateUser", 5),
            entry("unblockIp", 2),
            entry("disconnectAuthenticator", 4),
            entry("createStream", 2),
            entry("updateStream", 2),
            entry("replaceStream", 2),
            entry("pollEvents", 2),
            entry("createKey", 3),
            entry("rotateKey", 3),
            entry("revokeKey", 3),
            // The user, a page of each of the four sections, and a check that the user still exists.
            entry("exportUser", 6));

    /** Operations whose single write statement comes after separate reads. */
    private static final Set<String> READING_FIRST = Set.of("updateStream", "replaceStream", "pollEvents");

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    @BeforeAll
    static void countStatements() {
        Sql.run("create extension if not exists pg_stat_statements");
    }

    /** The first use of a key looks the key up. It also records the use, but after the response. */
    @BeforeEach
    void rememberTheKey() throws Exception {
        ApiOperation.named("listSessions").send(tenant.apiKey(), user).then().statusCode(200);
        tenant.awaitUseOfAKey();
        given().get("/.well-known/ssf-jwks.json").then().statusCode(200);
        startCounting();
    }

    /** Several statements of a write need a transaction. A read or a single statement needs none. */
    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void staysWithinItsBudget(ApiOperation operation) {
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());

        int budget = BUDGETS.getOrDefault(operation.id(), 1);
        assertThat(statements()).as("statements of %s", operation).hasSize(budget);
        boolean isTogether = budget > 1 && !operation.method().equals("GET") && !READING_FIRST.contains(operation.id());
        assertThat(transactions()).as("transactions of %s", operation).isEqualTo(isTogether ? 1 : 0);
    }

    /** Something is missing, does not change, or is on another page. The user has four sessions. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GET    | /sessions?page=1&size=1 |                                  | 200 | 1",
                "GET    | /sessions?page=1&size=3 |                                  | 200 | 1",
                "GET    | /sessions?page=2&size=4 |                                  | 200 | 2",
                "GET    | /sessions?client_id=no  |                                  | 200 | 2",
                "GET    | /sessions/none          |                                  | 404 | 2",
                "DELETE | /sessions/none          |                                  | 404 | 2",
                "GET    | /blocked_ips?page=9     |                                  | 200 | 2",
                "GET    | /groups?page=9          |                                  | 200 | 2",
                "DELETE | /groups/group-1         |                                  | 404 | 2",
                "POST   | /blocked_ips/unblock    | {\"ip_address\": \"all\"}          | 200 | 3",
                "PATCH  | /public_data            | {\"public_data\": {\"color\": \"blue\"}} | 200 | 2",
                "PUT    |                         | {\"disabled\": true}             | 200 | 7",
                "PUT    | -new                    | {\"disabled\": true}             | 201 | 3",
            })
    void staysWithinItsBudgetInSpecialCases(String method, String path, String body, int status, int budget) {
        for (int number = 1; number <= 3; number++) {
            tenant.session(user, "more-" + number);
        }
        startCounting();

        var request = as(tenant);
        (body == null ? request : request.body(body))
                .request(method, "/api/users/" + user + (path == null ? "" : path))
                .then()
                .statusCode(status);

        assertThat(statements()).hasSize(budget);
    }

    @Test
    void deletesConditionallyInATransaction() {
        String path = "/api/users/" + user;
        String version = as(tenant).get(path).header("ETag");
        startCounting();

        as(tenant).header("If-Match", version).delete(path).then().statusCode(204);

        assertThat(statements()).hasSize(4);
        assertThat(transactions()).isEqualTo(1);
    }

    private static void startCounting() {
        Sql.run("select pg_stat_statements_reset()");
    }

    private static List<String> statements() {
        return asked().filter(statement -> !AROUND.contains(statement)).toList();
    }

    private static long transactions() {
        return asked().filter(AROUND.getFirst()::equals).count();
    }

    private static Stream<String> asked() {
        return Sql.list("select query from (select query, generate_series(1, calls)" + ASKED + ") as each").stream();
    }
}
