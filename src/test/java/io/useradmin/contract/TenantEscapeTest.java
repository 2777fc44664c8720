package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Pages;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No parameter leads from one tenant to another, neither where both have the same ids nor where only the other has them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TenantEscapeTest {
    private static final String USER = "same";

    final Tenant own = furnished("own");
    final Tenant other = furnished("other");
    final List<String> before = Snapshot.of(other);

    /** What differs between the tenants is their documents; all identifiers are the same. */
    private static Tenant furnished(String mark) {
        Tenant tenant = Tenant.create();
        tenant.user(USER, "{\"of\": \"" + mark + "\"}", "{\"of\": \"" + mark + "\"}");
        tenant.session(USER, "session-1", "client-1");
        tenant.blocked(USER, "192.0.2.1");
        tenant.group("group-0");
        tenant.member(USER, "group-0");
        tenant.group("group-1");
        tenant.identity(USER, "google", "google-1");
        tenant.username(USER, "aino", "google");
        tenant.email(USER, "aino@example.com", true, "google");
        tenant.phone(USER, "+358401234567", "google");
        return tenant;
    }

    @ParameterizedTest
    @MethodSource("io.useradmin.testsupport.ApiOperation#all")
    void worksOnTheCallersOwnWhereBothHaveTheSameIds(ApiOperation operation) {
        var answer = operation.send(own.apiKey(), USER);

        answer.then().statusCode(operation.success());
        assertThat(answer.asString()).doesNotContain("\"other\"");
        assertThat(Snapshot.of(other)).isEqualTo(before);
    }

    /** Every user, session, group, address and identity of the other tenant, by a caller who has none of them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DELETE | /sessions/theirs                        |                                    | 404",
                "GET    | /sessions/theirs                        |                                    | 404",
                "POST   | /groups/theirs                          |                                    | 404",
                "DELETE | /groups/theirs                          |                                    | 404",
                "POST   | /blocked_ips/unblock                    | {\"ip_address\": \"198.51.100.9\"} | 404",
                "POST   | /blocked_ips/unblock                    | {\"ip_address\": \"all\"}          | 200",
                "POST   | /external_authenticator/disconnect      | {\"authenticator\": \"github\", \"provider_user_id\": \"theirs\"} | 404",
                "PUT    | /sessions/theirs                        | {\"session_key\": \"k\", \"expires_at\": 32503680000} | 201",
                "PUT    | /blocked_ips/198.51.100.9               | {\"login_count\": 0, \"failure_count\": 0, \"last_login_attempt\": 1} | 201",
            })
    void findsNothingOfAnotherTenantByItsIds(String method, String path, String body, int status) {
        other.session(USER, "theirs");
        other.group("theirs");
        other.member(USER, "theirs");
        other.blocked(USER, "198.51.100.9");
        other.identity(USER, "github", "theirs");
        List<String> theirs = Snapshot.of(other);
        var request = withKey(own.apiKey());

        (body == null ? request : request.body(body))
                .request(method, "/api/users/" + USER + path)
                .then()
                .statusCode(status);

        assertThat(Snapshot.of(other)).isEqualTo(theirs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "email=theirs@example.com",
                "phone=%2B358409999999",
                "username=theirs",
                "provider_user_id=theirs",
                "provider_user_id=theirs&authenticator=github",
                "group_id=theirs",
            })
    void findsNobodyOfAnotherTenantByWhatTheySignInWith(String filter) {
        other.user("theirs", "{}", "{}");
        other.email("theirs", "theirs@example.com", true);
        other.phone("theirs", "+358409999999");
        other.username("theirs", "theirs");
        other.identity("theirs", "github", "theirs");
        other.group("theirs");
        other.member("theirs", "theirs");

        withKey(own.apiKey())
                .urlEncodingEnabled(false)
                .get("/api/users?" + filter)
                .then()
                .statusCode(200)
                .body("$", empty())
                .header("X-Pagination", containsString("\"total_count\":0"));
        withKey(other.apiKey())
                .urlEncodingEnabled(false)
                .get("/api/users?" + filter)
                .then()
                .body("user_id", equalTo(List.of("theirs")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sessions?client_id=theirs", "/blocked_ips?filter=198.51.100.9"})
    void filtersWithinTheCallersOwn(String list) {
        other.session(USER, "theirs", "theirs");
        other.blocked(USER, "198.51.100.9");

        as(own).get("/api/users/" + USER + list).then().statusCode(200).body("$", empty());
    }

    @Test
    void takesNoCursorOfAnotherTenant() {
        other.user("second", "{}", "{}");
        var page = as(other).get("/api/users?size=1");
        String cursor = Pages.link(page, "next").replaceFirst(".*cursor=([^&]*).*", "$1");

        as(other).get("/api/users?cursor=" + cursor).then().statusCode(200);
        as(own).get("/api/users?cursor=" + cursor).then().statusCode(400);
    }

    /** The ids of entries are the caller's to choose, and each tenant's own. */
    @Test
    void writesEntriesWithTheIdsOfAnotherTenantsEntries() {
        as(own).body(as(other).get("/api/users/" + USER).asString())
                .put("/api/users/" + USER)
                .then()
                .statusCode(200)
                .body("public_data.of", equalTo("other"));
        as(own).body("{\"user_id\": \"somebody\"}")
                .put("/api/users/" + USER)
                .then()
                .statusCode(422);

        assertThat(Snapshot.of(other)).isEqualTo(before);
    }

    /** A tenant is the key's: nothing else in a request says which one is meant. */
    @ParameterizedTest
    @ValueSource(
            strings = {"X-Tenant", "X-Tenant-Id", "tenant_id", "X-Forwarded-User", "X-Original-URL", "X-Rewrite-URL"})
    void takesNoTenantFromAHeaderOrAQuery(String name) {
        withKey(own.apiKey())
                .header(name, other.id())
                .queryParam(name, other.id())
                .get("/api/users/" + USER + "/private_data")
                .then()
                .statusCode(200)
                .body("private_data.of", equalTo("own"));
    }
}
