package io.useradmin.dev;

import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;

/** Creates the demo tenant of dev mode for the packaged service, which has none. */
public final class DemoTenant {
    private DemoTenant() {}

    /**
     * Creates the demo. It replaces a demo that an earlier test has changed, because test classes share a database.
     *
     * @param folder the folder for the file of rejected lines
     * @return the demo's API key
     */
    public static String create(Path folder) throws Exception {
        delete();
        try (Connection connection = TestDatabase.connect()) {
            DemoData.fill(connection, Instant.now(), folder.resolve("demo.rejects"));
        }
        return DemoData.KEY.reveal();
    }

    static void delete() {
        Sql.run("delete from api_keys where tenant_id = ?", DemoData.TENANT);
        Sql.run("delete from users where tenant_id = ?", DemoData.TENANT);
        Sql.run("delete from groups where tenant_id = ?", DemoData.TENANT);
        Sql.run("delete from tenants where tenant_id = ?", DemoData.TENANT);
    }
}
