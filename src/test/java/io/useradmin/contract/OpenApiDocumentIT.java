package io.useradmin.contract;

import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Response;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The packaged service builds the document at the first request for it. Concurrent requests also get the whole document. */
class OpenApiDocumentIT {
    /** Nearly the usual value. Because of the setting, the service is new. */
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of("quarkus.http.idle-timeout", "61s"));

    @Test
    void firstRequestsGetTheDocument() throws Exception {
        List<CompletableFuture<Response>> first = Stream.of(
                        "/q/openapi", "/q/openapi?format=json", "/q/openapi.json", "/q/openapi.yaml", "/q/openapi")
                .map(path -> Concurrently.begin(() -> given().get(path)))
                .toList();
        String kept = Files.readString(OpenApiDocument.FILE);
        JsonNode document = new YAMLMapper().readTree(kept);

        for (CompletableFuture<Response> begun : first) {
            Response response = begun.get();
            assertThat(response.statusCode()).isEqualTo(200);
            String text = response.asString();
            if (response.contentType().contains("json")) {
                assertThat(new JsonMapper().readTree(text)).isEqualTo(document);
            } else {
                assertThat(text).isEqualTo(kept);
            }
        }
    }
}
