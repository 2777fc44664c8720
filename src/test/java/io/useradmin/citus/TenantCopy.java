package io.useradmin.citus;

import io.useradmin.testsupport.CitusDatabase;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import org.postgresql.PGConnection;

/** Copies a tenant's rows from the test database to a distributed database. */
final class TenantCopy {
    /** Tables that other tables reference. They are copied first. */
    private static final List<String> FIRST = List.of("tenants", "users", "groups");

    private TenantCopy() {}

    static void of(Tenant tenant, CitusDatabase target) throws SQLException, IOException {
        try (Connection from = TestDatabase.connect();
                Connection to = target.connect()) {
            for (String table : tables()) {
                copy(table, "where tenant_id = '" + tenant.id() + "'", from, to);
            }
        }
    }

    /** Signing keys belong to no tenant. */
    static void ofSigningKeys(CitusDatabase target) throws SQLException, IOException {
        try (Connection from = TestDatabase.connect();
                Connection to = target.connect()) {
            copy("ssf_keys", "", from, to);
        }
    }

    private static List<String> tables() {
        return Snapshot.tables().stream()
                .sorted(Comparator.comparing(table -> FIRST.contains(table) ? FIRST.indexOf(table) : FIRST.size()))
                .toList();
    }

    private static void copy(String table, String where, Connection from, Connection to)
            throws SQLException, IOException {
        var rows = new ByteArrayOutputStream();
        from.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("copy (select * from %s %s) to stdout".formatted(table, where), rows);
        if (rows.size() > 0) {
            to.unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy " + table + " from stdin", new ByteArrayInputStream(rows.toByteArray()));
        }
    }
}
