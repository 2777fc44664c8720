package io.useradmin.operator.transfer;

import io.useradmin.json.ApiJson;
import io.useradmin.operator.transfer.Line.UserLine;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.copy.CopyManager;

/** COPY rows of sessions, IP addresses and memberships. */
final class ActivityRows {
    private final String tenant;
    private final long now;
    private final CopyRows sessions;
    private final CopyRows accesses;
    private final CopyRows members;

    /**
     * Rows for a tenant.
     *
     * @param prefix the prefix of the table names; empty for the real tables
     * @param now the start of memberships without one, in seconds since the Unix epoch
     */
    ActivityRows(String tenant, String prefix, long now) {
        this.tenant = tenant;
        this.now = now;
        this.sessions = new CopyRows(prefix + "sessions (tenant_id, user_id, session_id, session_key, initiated_at,"
                + " expires_at, last_updated_at, client_ids, last_metadata)");
        this.accesses = new CopyRows(prefix + "ip_access (tenant_id, user_id, ip, login_count, failure_count,"
                + " last_login_attempt, block_until)");
        this.members = new CopyRows(prefix + "group_members (tenant_id, user_id, group_id, assigned_at)");
    }

    void add(UserLine line) {
        line.sessions().forEach((id, session) -> {
            begin(sessions, line).text(id).text(session.sessionKey());
            sessions.time(session.initiatedAt()).time(session.expiresAt()).time(session.lastUpdated());
            sessions.texts(session.clientIds()).text(ApiJson.write(session.lastMetadata()));
            sessions.end();
        });
        line.accesses().forEach((ip, access) -> {
            begin(accesses, line).text(ip).number(access.loginCount()).number(access.failureCount());
            accesses.time(access.lastLoginAttempt()).time(access.blockUntil()).end();
        });
        line.groups()
                .forEach((group, since) ->
                        begin(members, line).text(group).time(since.orElse(now)).end());
    }

    void send(CopyManager copy) throws SQLException {
        for (CopyRows rows : List.of(sessions, accesses, members)) {
            rows.send(copy);
        }
    }

    private CopyRows begin(CopyRows rows, UserLine line) {
        return rows.text(tenant).text(line.userId());
    }
}
