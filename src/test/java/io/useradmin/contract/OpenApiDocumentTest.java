package io.useradmin.contract;

import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The document in the repository is byte for byte the one that the service serves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OpenApiDocumentTest {
    private static final String UPDATE = "update-openapi";

    @Test
    void keptDocumentIsTheServedOne() throws IOException {
        byte[] served =
                given().get("/q/openapi").then().statusCode(200).extract().asByteArray();
        if (Boolean.getBoolean(UPDATE)) {
            Files.write(OpenApiDocument.FILE, served);
        }
        assertThat(Files.readString(OpenApiDocument.FILE))
                .as(
                        "%s differs from the served document; review the difference, and to accept it, run"
                                + " ./mvnw test -Dtest=OpenApiDocumentTest -D%s=true and commit the file",
                        OpenApiDocument.FILE, UPDATE)
                .isEqualTo(new String(served, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/openapi", "/q/openapi.json"})
    void isReadOnly(String path) {
        given().head(path).then().statusCode(200);
        given().post(path).then().statusCode(405).header("Allow", "GET, HEAD");
    }

    @Test
    void changelogNamesTheVersion() throws IOException {
        String version = given().get("/q/openapi?format=json")
                .then()
                .statusCode(200)
                .extract()
                .path("info.version");

        assertThat(Files.readString(Path.of("CHANGELOG.md"))).contains("\nAPI version " + version + ".\n");
    }
}
