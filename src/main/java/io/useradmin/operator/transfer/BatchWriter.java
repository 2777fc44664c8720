package io.useradmin.operator.transfer;

import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserRow;
import io.useradmin.shared.Ids;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Writes batches into a tenant. Users who are new go straight into their tables by COPY, which is as fast as it gets; of those
 * who are there already, only what differs is written, so that a second run changes nothing. The caller's transaction makes a
 * batch whole or nothing.
 */
final class BatchWriter {
    private static final String STAGED = "staged_";

    private static final String STAGE = """
            create temp table staged_users (like users including defaults) on commit delete rows;
            create temp table staged_sessions (like sessions) on commit delete rows;
            create temp table staged_ip_access (like ip_access) on commit delete rows;
            create temp table staged_group_members (like group_members) on commit delete rows;
            """;

    private static final String MERGE_GROUP = """
            insert into groups as g (tenant_id, group_id, name, description, created_at)
            values (?, ?, ?, ?, coalesce(cast(? as timestamptz), ?))
                on conflict (tenant_id, group_id) do update
               set name = excluded.name, description = excluded.description,
                   created_at = coalesce(cast(? as timestamptz), g.created_at)
             where (g.name, g.description, date_trunc('second', g.created_at)) is distinct from
                   (excluded.name, excluded.description, coalesce(cast(? as timestamptz), date_trunc('second', g.created_at)))
            """;

    /** In one order, so that two who lock users do not wait for one another. */
    private static final String LOCK =
            "select user_id from users where tenant_id = ? and user_id = any(?) order by user_id for update";

    private static final String READ = UserRow.SELECT + " where u.tenant_id = ? and u.user_id = any(?)";

    /** Documents as PostgreSQL writes them, to be compared with what is stored. */
    private static final String NORMALIZE = """
            select text::jsonb::text
              from (select cast(? as text)) as tenant, unnest(?) with ordinality as documents (text, place)
             order by place
            """;

    /** Documents are compared as text, because as jsonb 1 equals 1.0. */
    private static final String UPDATE_USERS = """
            update users u
               set created_at = s.created_at, last_updated_at = s.last_updated_at,
                   password_updated_at = s.password_updated_at, has_password = s.has_password, disabled = s.disabled,
                   name = s.name, given_name = s.given_name, family_name = s.family_name,
                   public_data = s.public_data,
                   public_data_version = u.public_data_version + (u.public_data::text <> s.public_data::text)::integer,
                   private_data = s.private_data,
                   private_data_version = u.private_data_version + (u.private_data::text <> s.private_data::text)::integer
              from staged_users s
             where u.tenant_id = s.tenant_id and u.user_id = s.user_id
            """;

    /** Times are compared by seconds, because fractions do not travel. */
    private static final List<String> MERGE_ACTIVITY = List.of("""
            insert into sessions as t select * from staged_sessions
                on conflict (tenant_id, user_id, session_id) do update
               set session_key = excluded.session_key, initiated_at = excluded.initiated_at,
                   expires_at = excluded.expires_at, last_updated_at = excluded.last_updated_at,
                   client_ids = excluded.client_ids, last_metadata = excluded.last_metadata
             where (t.session_key, date_trunc('second', t.initiated_at), date_trunc('second', t.expires_at),
                    date_trunc('second', t.last_updated_at), t.client_ids, t.last_metadata) is distinct from
                   (excluded.session_key, excluded.initiated_at, excluded.expires_at,
                    excluded.last_updated_at, excluded.client_ids, excluded.last_metadata)
            """, """
            insert into ip_access as t select * from staged_ip_access
                on conflict (tenant_id, user_id, ip) do update
               set login_count = excluded.login_count, failure_count = excluded.failure_count,
                   last_login_attempt = excluded.last_login_attempt, block_until = excluded.block_until
             where (t.login_count, t.failure_count, date_trunc('second', t.last_login_attempt),
                    date_trunc('second', t.block_until)) is distinct from
                   (excluded.login_count, excluded.failure_count, excluded.last_login_attempt, excluded.block_until)
            """, "insert into group_members select * from staged_group_members on conflict do nothing");

    private final TenantSql sql;
    private final CopyManager copy;
    private final Clock clock;
    private final Ids ids;

    BatchWriter(TenantSql sql, Clock clock) throws SQLException {
        this.sql = sql;
        this.copy = sql.connection().unwrap(PGConnection.class).getCopyAPI();
        this.clock = clock;
        this.ids = new Ids(clock);
        execute(STAGE);
    }

    void write(Batch batch) throws SQLException {
        Instant now = clock.instant();
        mergeGroups(batch.groups(), now);
        List<UserLine> lines = batch.users();
        Set<String> known = lock(lines);
        List<UserLine> fresh = new ArrayList<>();
        List<UserLine> others = new ArrayList<>();
        lines.forEach(line -> (known.contains(line.userId()) ? others : fresh).add(line));
        List<User> created = fresh.stream()
                .map(line -> line.profile().created(line.userId(), now, ids::next))
                .toList();
        List<User> changed = others.isEmpty() ? List.of() : changed(others, now);
        writeProfiles(created, changed);
        writeActivity(fresh, others, now);
    }

    private void mergeGroups(List<GroupLine> lines, Instant now) throws SQLException {
        if (lines.isEmpty()) {
            return;
        }
        try (PreparedStatement merge = sql.connection().prepareStatement(MERGE_GROUP)) {
            for (GroupLine line : lines) {
                @Nullable OffsetDateTime created = line.creationTime()
                        .map(second -> Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC))
                        .orElse(null);
                merge.setString(1, sql.tenant());
                merge.setString(2, line.groupId());
                merge.setString(3, line.group().name());
                merge.setString(4, line.group().description());
                merge.setObject(5, created);
                merge.setObject(6, now.atOffset(ZoneOffset.UTC));
                merge.setObject(7, created);
                merge.setObject(8, created);
                merge.addBatch();
            }
            merge.executeBatch();
        }
    }

    /** Those who are there, and from here on stay as they are until the batch is written. */
    private Set<String> lock(List<UserLine> lines) throws SQLException {
        return new HashSet<>(sql.query(LOCK, row -> row.getString(1), List.of(ids(lines))));
    }

    /** What becomes of those who are there and are not as their lines say. */
    private List<User> changed(List<UserLine> lines, Instant now) throws SQLException {
        Map<String, User> before = new HashMap<>();
        sql.query(READ, BatchWriter::user, List.of(ids(lines))).forEach(user -> before.put(user.userId(), user));
        List<UserInput> profiles = normalized(lines);
        List<User> changed = new ArrayList<>();
        for (UserInput profile : profiles) {
        }
        return changed;
    }
}
