package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FeedEndTest {
    @Test
    void aTransactionThatStaysOpenFailsTheWait() throws SQLException {
        Tenant tenant = Tenant.create();
        try (Connection open = TestDatabase.begin()) {
            Jdbc.update(open, "select pg_current_xact_id()");
            Sql.run(
                    "insert into events (tenant_id, occurred_at, type, user_id) values (?, now(), 'user.created', 'u')",
                    tenant.id());

            assertThatThrownBy(() -> FeedEnd.awaitAll(tenant, Duration.ofMillis(10)))
                    .hasMessageContaining("readers see all events of " + tenant.id());
        }
        FeedEnd.awaitAll(tenant);
    }
}
