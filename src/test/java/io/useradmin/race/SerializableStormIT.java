package io.useradmin.race;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Slow;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The same storms with the isolation level serializable: PostgreSQL rolls back every transaction that might break the serial
 * order.
 */
@Slow
class SerializableStormIT extends StormCases {
    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.with(
            Map.of("quarkus.datasource.reactive.additional-properties.default_transaction_isolation", "serializable"));

    /** A smaller part, because retries take time. */
    private static final int PART = 6;

    @Override
    int part() {
        return PART;
    }

    /**
     * Checks the isolation level: only serializable transactions leave locks (SIReadLock) for their reads, while another one is
     * open.
     */
    @Test
    void transactionsAreSerializable() throws SQLException {
        try (Connection other = TestDatabase.begin()) {
            other.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            other.createStatement().execute("select 1 from tenants limit 1");

            as(tenant)
                    .body("{\"public_data\": {\"a\": 1}}")
                    .patch("/api/users/{user}/public_data", tenant.user())
                    .then()
                    .statusCode(200);

            assertThat(Sql.list("select relname from pg_locks join pg_class on pg_class.oid = relation"
                            + " where mode = 'SIReadLock' and relname like 'users%'"))
                    .isNotEmpty();
        }
    }
}
