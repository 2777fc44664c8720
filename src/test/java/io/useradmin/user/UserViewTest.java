package io.useradmin.user;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parameter {@code view} of reads of users. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class UserViewTest {
    final Tenant tenant = Tenant.create();
    final String user = tenant.user("{\"theme\": \"dark\"}", "{\"risk\": 1}");

    @Test
    void basicHasNoDocuments() {
        as(tenant)
                .get("/api/users/{user}?view=basic", user)
                .then()
                .statusCode(200)
                .body("user_id", equalTo(user))
                .body("$", not(hasKey("public_data")))
                .body("$", not(hasKey("private_data")));
        as(tenant)
                .get("/api/users?view=basic")
                .then()
                .statusCode(200)
                .body("[0]", not(hasKey("public_data")))
                .body("[0]", not(hasKey("private_data")));
    }

    @Test
    void fullIsTheDefault() {
        String full = as(tenant).get("/api/users/{user}?view=full", user).asString();
        assertThat(full)
                .contains("private_data", "public_data")
                .isEqualTo(as(tenant).get("/api/users/{user}", user).asString());
    }

    @Test
    void theNextPageHasTheSameView() {
        tenant.user();
        as(tenant)
                .get("/api/users?view=basic&size=1")
                .then()
                .statusCode(200)
                .header("Link", containsString("view=basic"));
    }

    @Test
    void theETagIsAnother() {
        String basic = as(tenant).get("/api/users/{user}?view=basic", user).header("ETag");
        assertThat(as(tenant).get("/api/users/{user}", user).header("ETag")).isNotEqualTo(basic);
    }

    @Test
    void theETagIsGoodForWrites() {
        String basic = as(tenant).get("/api/users/{user}?view=basic", user).header("ETag");
        as(tenant)
                .header("If-Match", basic)
                .body("{\"disabled\": true}")
                .patch("/api/users/{user}", user)
                .then()
                .statusCode(200)
                .body("private_data.risk", equalTo(1));
        as(tenant)
                .header("If-Match", basic)
                .body("{\"disabled\": false}")
                .patch("/api/users/{user}", user)
                .then()
                .statusCode(412);
    }

    @Test
    void aPutWithItsETagKeepsTheDocuments() {
        Response basic = as(tenant).get("/api/users/{user}?view=basic", user);
        as(tenant)
                .header("If-Match", basic.header("ETag"))
                .body(basic.asString())
                .put("/api/users/{user}", user)
                .then()
                .statusCode(200)
                .body("private_data.risk", equalTo(1))
                .body("public_data.theme", equalTo("dark"));
    }

    @Test
    void aPutWithAnETagOfTheFullViewReplacesTheDocuments() {
        String full = as(tenant).get("/api/users/{user}", user).header("ETag");
        as(tenant)
                .header("If-Match", full)
                .body("{}")
                .put("/api/users/{user}", user)
                .then()
                .statusCode(200)
                .body("private_data", equalTo(Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users?view=BASIC", "/api/users/nobody?view=BASIC"})
    void anotherViewIsAnError(String path) {
        as(tenant)
                .get(path)
                .then()
                .statusCode(422)
                .body("errors[0].parameter", equalTo("view"))
                .body("errors[0].code", equalTo("unknown_value"))
                .body("errors[0].detail", equalTo("must be one of basic, full"));
    }
}
