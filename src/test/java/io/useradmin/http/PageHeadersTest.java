package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.TestDatabase;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Security headers of the Swagger UI, the only HTML page besides the console: no framing, and only its own files. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PageHeadersTest {
    @Test
    void thePageAndItsFilesArePutUnderAPolicy() {
        String page = Api.given()
                .get("/q/swagger-ui/")
                .then()
                .statusCode(200)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Content-Security-Policy", containsString("default-src 'self'"))
                .header("Content-Security-Policy", containsString("frame-ancestors 'none'"))
                .extract()
                .asString();

        assertThat(Pattern.compile("(?:src|href)=\"([^\"]+)\"").matcher(page).results())
                .isNotEmpty()
                .allMatch(match -> !match.group(1).contains("//"));
        Api.given()
                .get("/q/swagger-ui/swagger-ui-bundle.js")
                .then()
                .statusCode(200)
                .header("X-Content-Type-Options", equalTo("nosniff"));
    }
}
