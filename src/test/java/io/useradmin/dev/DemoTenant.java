package io.useradmin.dev;

import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;

/** Creates the demo tenant of dev mode for the packaged service, which has none. */
public final class DemoTenant {
    private DemoTenant() {}

    /**
     * Creates or restores the demo.
     *
     * @param folder the folder for the file of rejected lines
     * @return the demo's API key
     */
    public static String create(Path folder) throws Exception {
        try (Connection connection = TestDatabase.connect()) {
            DemoData.fill(connection, Instant.now(), folder.resolve("demo.rejects"));
        }
        return DemoData.KEY.reveal();
    }
}
