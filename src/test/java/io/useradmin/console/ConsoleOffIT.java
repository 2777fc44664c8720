package io.useradmin.console;

import static io.useradmin.testsupport.Api.given;
import static org.hamcrest.Matchers.equalTo;

import io.useradmin.testsupport.PackagedService;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting that turns the console off. */
class ConsoleOffIT {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(Map.of("useradmin.console.enabled", "false"));

    @ParameterizedTest
    @ValueSource(strings = {"/", "/console", "/console/", "/console/icon.svg", "/index.html"})
    void hasNoConsole(String path) {
        given().get(path).then().statusCode(404).body("type", equalTo("urn:useradmin:problem:unknown-path"));
    }
}
