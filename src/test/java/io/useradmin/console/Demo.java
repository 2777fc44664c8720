package io.useradmin.console;

import io.useradmin.dev.DemoTenant;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The demo tenant, for tests that show the console as somebody sees it first. Register it after the service. */
final class Demo implements BeforeAllCallback {
    private String key = "";

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        key = DemoTenant.create(Files.createTempDirectory("demo"));
    }

    /** Its API key. */
    String key() {
        return key;
    }
}
