package io.useradmin.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.Objects;
import java.util.Properties;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Shows version and build on the management port. */
@Singleton
class BuildInfo {
    private static final String RESOURCE = "/useradmin.build";

    private final String root;

    BuildInfo(@ConfigProperty(name = "quarkus.management.root-path") String root) {
        this.root = root;
    }

    void register(@Observes ManagementInterface management) throws IOException {
        Buffer answer = read().toBuffer();
        management
                .router()
                .get(root + "/info")
                .handler(context -> context.response()
                        .putHeader("Content-Type", "application/json")
                        .end(answer));
    }

    private static JsonObject read() throws IOException {
        try (InputStream resource = Objects.requireNonNull(BuildInfo.class.getResourceAsStream(RESOURCE))) {
            var build = new Properties();
            build.load(new InputStreamReader(resource, UTF_8));
            var answer = new JsonObject();
            build.stringPropertyNames().stream().sorted().forEach(name -> answer.put(name, build.getProperty(name)));
            return answer;
        }
    }
}
