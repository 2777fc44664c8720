package io.useradmin.operator.transfer;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Merges staged sessions, addresses and memberships into the tables. Writes only rows that differ. */
final class ActivityMerge {
    /** The statements, by the member of the user that they change. */
    private static final Map<String, String> MERGES = Map.of(
            "/sessions",
            """
            insert into sessions as t select * from staged_sessions
                on conflict (tenant_id, user_id, session_id) do update
               set session_key = excluded.session_key, initiated_at = excluded.initiated_at,
                   expires_at = excluded.expires_at, last_updated_at = excluded.last_updated_at,
                   client_ids = excluded.client_ids, last_metadata = excluded.last_metadata
             where (t.session_key, t.client_ids, t.last_metadata) is distinct from
                   (excluded.session_key, excluded.client_ids, excluded.last_metadata)
                or %s or %s or %s
            returning user_id
            """.formatted(changed("initiated_at"), changed("expires_at"), changed("last_updated_at")),
            "/blocked_ips",
            """
            insert into ip_access as t select * from staged_ip_access
                on conflict (tenant_id, user_id, ip) do update
               set login_count = excluded.login_count, failure_count = excluded.failure_count,
                   last_login_attempt = excluded.last_login_attempt, block_until = excluded.block_until
             where (t.login_count, t.failure_count) is distinct from (excluded.login_count, excluded.failure_count)
                or %s or %s
            returning user_id
            """.formatted(changed("last_login_attempt"), changed("block_until")),
            "/groups",
            """
            insert into group_members select * from staged_group_members on conflict do nothing returning user_id
            """);

    private ActivityMerge() {}

    /**
     * Whether a time changed. Compares whole seconds, because exports have no fractions. Compares without a time zone, because on
     * Citus such a condition must not depend on settings.
     */
    private static String changed(String time) {
        return "date_trunc('second', t.%1$s at time zone 'UTC') is distinct from excluded.%1$s at time zone 'UTC'"
                .formatted(time);
    }

    /** Merges sessions, addresses and memberships, and reports the users of changed rows to {@code events}. */
    static void write(Connection connection, BatchEvents events) throws SQLException {
        for (Map.Entry<String, String> merge : MERGES.entrySet()) {
            Jdbc.query(connection, merge.getValue(), row -> row.getString(1))
                    .forEach(userId -> events.changed(userId, merge.getKey()));
        }
    }
}
