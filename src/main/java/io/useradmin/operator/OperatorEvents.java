package io.useradmin.operator;

import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** Inserts the events of commands, in the transaction of the change. */
final class OperatorEvents {
    private OperatorEvents() {}

    /** Inserts the event of a changed key. */
    static void ofKey(Connection connection, EventType type, String tenantId, String keyId, Instant now)
            throws SQLException {
        Jdbc.update(
                connection,
                "insert into events (tenant_id, occurred_at, type, target_key_id) values (?, ?, ?, ?)",
                tenantId,
                now,
                type.stored(),
                keyId);
    }
}
