package io.useradmin.operator.transfer;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Writes what is staged of sessions, addresses and memberships where it differs from what is there. */
final class ActivityMerge {
    /** By what they change of a user. Times are compared by seconds, because fractions do not travel. */
    private static final Map<String, String> MERGES = Map.of("/sessions", """
            insert into sessions as t select * from staged_sessions
                on conflict (tenant_id, user_id, session_id) do update
               set session_key = excluded.session_key, initiated_at = excluded.initiated_at,
                   expires_at = excluded.expires_at, last_updated_at = excluded.last_updated_at,
                   client_ids = excluded.client_ids, last_metadata = excluded.last_metadata
             where (t.session_key, date_trunc('second', t.initiated_at), date_trunc('second', t.expires_at),
                    date_trunc('second', t.last_updated_at), t.client_ids, t.last_metadata) is distinct from
                   (excluded.session_key, excluded.initiated_at, excluded.expires_at,
                    excluded.last_updated_at, excluded.client_ids, excluded.last_metadata)
            returning user_id
            """, "/blocked_ips", """
            insert into ip_access as t select * from staged_ip_access
                on conflict (tenant_id, user_id, ip) do update
               set login_count = excluded.login_count, failure_count = excluded.failure_count,
                   last_login_attempt = excluded.last_login_attempt, block_until = excluded.block_until
             where (t.login_count, t.failure_count, date_trunc('second', t.last_login_attempt),
                    date_trunc('second', t.block_until)) is distinct from
                   (excluded.login_count, excluded.failure_count, excluded.last_login_attempt, excluded.block_until)
            returning user_id
            """, "/groups", """
            insert into group_members select * from staged_group_members on conflict do nothing returning user_id
            """);

    private ActivityMerge() {}

    /** Tells {@code events} whose activity changed. */
    static void write(Connection connection, BatchEvents events) throws SQLException {
        for (Map.Entry<String, String> merge : MERGES.entrySet()) {
            Jdbc.query(connection, merge.getValue(), row -> row.getString(1))
                    .forEach(userId -> events.changed(userId, merge.getKey()));
        }
    }
}
