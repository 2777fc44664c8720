package io.useradmin.console;

import io.useradmin.dev.DemoTenant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The demo tenant, for tests of the console as a new user sees it. Register it after the service. */
final class Demo implements BeforeAllCallback {
    private String key = "";

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        key = DemoTenant.create(Files.createTempDirectory(Path.of("target"), "demo"));
    }

    String key() {
        return key;
    }
}
