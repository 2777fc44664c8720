package io.useradmin.identity;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.profile.Authenticator;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class IdentitiesTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user("{\"n\": 1.0}", "{\"secret\": [true]}");

    @Test
    void removesTheIdentityAndTheProvidersNameFromEveryIdentifier() {
        tenant.identity(user, "google", "g1");
        tenant.identity(user, "github", "h1");
        tenant.identity(tenant.user(), "google", "of-another-user");
        tenant.username(user, "ann", "google", "self");
        tenant.email(user, "ann@example.com", true, "self", "google", "github");
        tenant.email(user, "other@example.com", false, "github");
        tenant.phone(user, "+358401234567", "google");
        long before = Instant.now().getEpochSecond();

        disconnect("google", "g1")
                .statusCode(200)
                .body("user_id", equalTo(user))
                .body("idps.authenticator", contains("github"))
                .body("idps.provider_user_id", contains("h1"))
                .body("idps[0].claims.email_verified", equalTo("true"))
                .body("username.idps", contains("self"))
                .body("username.authenticators", contains("password"))
                .body("emails.email", contains("ann@example.com", "other@example.com"))
                .body("emails.primary", contains(true, false))
                .body("emails[0].idps", contains("self", "github"))
                .body("emails[1].idps", contains("github"))
                .body("phone_numbers[0].phone", equalTo("+358401234567"))
                .body("phone_numbers[0].idps", empty())
                .body("public_data.n", equalTo(1.0))
                .body("private_data.secret", contains(true));

        assertThat(lastUpdated()).isGreaterThanOrEqualTo(before);
        disconnect("google", "g1").statusCode(404).body("type", equalTo("urn:useradmin:problem:identity-not-found"));
    }

    @Test
    void keepsTheProvidersNameWhileAnotherIdentityOfItRemains() {
        tenant.identity(user, "google", "g1");
        tenant.identity(user, "google", "g2");
        tenant.email(user, "ann@example.com", true, "google");

        disconnect("google", "g1").statusCode(200).body("emails[0].idps", contains("google"));
        disconnect("google", "g2")
                .statusCode(200)
                .body("emails[0].idps", empty())
                .body("idps", empty());
    }

    /** If two concurrent requests remove the last two identities, one of them must notice that none is left. */
    @Test
    void forgetsTheProviderWhenTheLastTwoIdentitiesGoAtOnce() throws Exception {
        tenant.email(user, "ann@example.com", true, "google");
        tenant.identity(user, "google", "a");
        tenant.identity(user, "google", "b");

        List<Integer> statuses = Locks.callTogether(
                tenant,
                user,
                List.of(
                        () -> disconnect("google", "a").extract().statusCode(),
                        () -> disconnect("google", "b").extract().statusCode()));

        assertThat(statuses).containsExactly(200, 200);
        assertThat(Sql.value("select idps::text from emails where tenant_id = ?", tenant.id()))
                .isEqualTo("{}");
    }

    @Test
    void changesNothingIfNothingIsConnected() {
        String other = tenant.user();
        tenant.identity(other, "google", "g1");
        tenant.identity(user, "github", "g1");

        disconnect("google", "g1").statusCode(404).body("type", equalTo("urn:useradmin:problem:identity-not-found"));

        assertThat(lastUpdated()).isEqualTo(1735689600);
        assertThat(Sql.value("select count(*) from external_identities where tenant_id = ?", tenant.id()))
                .isEqualTo("2");
    }

    @ParameterizedTest
    @EnumSource
    void knowsEveryProviderOfTheSpecification(Authenticator authenticator) {
        tenant.identity(user, authenticator.toString(), "id-1");

        disconnect(authenticator.toString(), "id-1").statusCode(200).body("idps", empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"authenticator\": \"myspace\", \"provider_user_id\": \"1\"} | 422 | /authenticator    | unknown_value",
                "{\"authenticator\": \"Google\", \"provider_user_id\": \"1\"}  | 422 | /authenticator    | unknown_value",
                "{\"authenticator\": 1, \"provider_user_id\": \"1\"}           | 422 | /authenticator    | wrong_type",
                "{\"provider_user_id\": \"1\"}                                 | 422 | /authenticator    | required",
                "{\"authenticator\": \"google\"}                               | 422 | /provider_user_id | required",
                "{\"authenticator\": \"google\", \"provider_user_id\": \"\"}   | 422 | /provider_user_id | length",
                "{\"authenticator\": \"google\", \"provider_user_id\": \"\\u0000\"} | 422 | /provider_user_id | not_storable",
                "{\"authenticator\": \"google\", \"provider_user_id\": \"1\", \"x\": 1} | 422 | /x       | unknown_member",
                "{\"authenticator\": \"google\", \"provider_user_id\"          | 400 | ''                | syntax",
            })
    void refusesABodyThatIsWrong(String body, int status, String pointer, String code) {
        as(tenant)
                .body(body)
                .post("/api/users/{user}/external_authenticator/disconnect", user)
                .then()
                .statusCode(status)
                .body("errors.pointer", contains(pointer))
                .body("errors.code", contains(code));
    }

    @Test
    void reportsAllErrorsAtOnce() {
        as(tenant)
                .body("{\"authenticator\": \"myspace\", \"x\": 1}")
                .post("/api/users/{user}/external_authenticator/disconnect", user)
                .then()
                .statusCode(422)
                .body("errors.pointer", contains("/authenticator", "/provider_user_id", "/x"));
    }

    private Response disconnect(String authenticator, String providerUserId) {
        return as(tenant)
                .body("{\"authenticator\": \"%s\", \"provider_user_id\": \"%s\"}"
                        .formatted(authenticator, providerUserId))
                .post("/api/users/{user}/external_authenticator/disconnect", user)
                .then();
    }

    private long lastUpdated() {
        return Long.parseLong(Sql.value(
                "select floor(extract(epoch from last_updated_at))::bigint from users where tenant_id = ? and user_id = ?",
                tenant.id(),
                user));
    }
}
