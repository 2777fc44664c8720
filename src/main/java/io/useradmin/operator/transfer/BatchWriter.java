package io.useradmin.operator.transfer;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserRow;
import io.useradmin.shared.Ids;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Writes lines into a tenant. Users who are new go straight into their tables by COPY, which is as fast as it gets; for those
 * who are there already, what is there is read and only what differs is written, so that a second run changes nothing. The
 * caller's transaction makes a batch whole or nothing.
 */
final class BatchWriter {
    private static final String STAGED = "staged_";

    private static final String STAGE = """
            create temp table if not exists staged_users (like users including defaults) on commit delete rows;
            create temp table if not exists staged_sessions (like sessions) on commit delete rows;
            create temp table if not exists staged_ip_access (like ip_access) on commit delete rows;
            create temp table if not exists staged_group_members (like group_members) on commit delete rows;
            """;

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

    private static final List<String> MERGE_ACTIVITY =
            List.of("""
            insert into sessions as t select * from staged_sessions
                on conflict (tenant_id, user_id, session_id) do update
               set session_key = excluded.session_key, initiated_at = excluded.initiated_at,
                   expires_at = excluded.expires_at, last_updated_at = excluded.last_updated_at,
                   client_ids = excluded.client_ids, last_metadata = excluded.last_metadata
             where t is distinct from excluded
            """, """
            insert into ip_access as t select * from staged_ip_access
                on conflict (tenant_id, user_id, ip) do update
               set login_count = excluded.login_count, failure_count = excluded.failure_count,
                   last_login_attempt = excluded.last_login_attempt, block_until = excluded.block_until
             where t is distinct from excluded
            """, "insert into group_members select * from staged_group_members on conflict do nothing");

    private static final List<String> IDENTIFIERS = List.of("usernames", "emails", "phones", "external_identities");

    private final Connection connection;
    private final CopyManager copy;
    private final String tenant;
    private final Clock clock;
    private final Ids ids;
    private final ObjectMapper json;

    BatchWriter(Connection connection, String tenant, Clock clock, ObjectMapper json) throws SQLException {
        this.connection = connection;
        this.copy = connection.unwrap(PGConnection.class).getCopyAPI();
        this.tenant = tenant;
        this.clock = clock;
        this.ids = new Ids(clock);
        this.json = json;
        try (Statement statement = connection.createStatement()) {
            statement.execute(STAGE);
        }
    }

    void writeGroup(GroupLine line) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement("""
                insert into groups as g (tenant_id, group_id, name, description, created_at) values (?, ?, ?, ?, ?)
                    on conflict (tenant_id, group_id) do update
                   set name = excluded.name, description = excluded.description
                 where (g.name, g.description) is distinct from (excluded.name, excluded.description)
                """)) {
            upsert.setString(1, tenant);
            upsert.setString(2, line.groupId());
            upsert.setString(3, line.group().name());
            upsert.setString(4, line.group().description());
            upsert.setObject(5, clock.instant().atOffset(ZoneOffset.UTC));
            upsert.executeUpdate();
        }
    }

    /** Writes users; a user may come more than once, and the last word counts. */
    void writeUsers(List<UserLine> lines) throws SQLException {
        Set<String> known = existing(lines);
        List<UserLine> fresh = new ArrayList<>();
        List<UserLine> others = new ArrayList<>();
        for (UserLine line : lines) {
            (known.add(line.userId()) ? fresh : others).add(line);
        }
        create(fresh);
        for (List<UserLine> part : withoutRepetition(others)) {
            update(part);
        }
    }

    private void create(List<UserLine> lines) throws SQLException {
        Instant now = clock.instant();
        var users = new UserRows(tenant, "users", json);
        var activity = new ActivityRows(tenant, "", now.getEpochSecond(), json);
        for (UserLine line : lines) {
            users.add(line.user().created(line.userId(), now, ids::next));
            activity.add(line);
        }
        users.sendUsers(copy);
        users.sendIdentifiers(copy);
        activity.send(copy);
    }

    private void update(List<UserLine> lines) throws SQLException {
        Instant now = clock.instant();
        Map<String, User> before = read(lines);
        List<UserInput> inputs = normalized(lines);
        var users = new UserRows(tenant, STAGED + "users", json);
        var activity = new ActivityRows(tenant, STAGED, now.getEpochSecond(), json);
        List<String> changed = new ArrayList<>();
        for (int index = 0; index < lines.size(); index++) {
            UserLine line = lines.get(index);
            User old = before.get(line.userId());
            if (old == null) {
                throw new IllegalStateException("a user who was there is gone: delete users only when no import runs");
            }
            User after = inputs.get(index).replacing(old, now, ids::next);
            if (!after.equals(old)) {
                users.add(after);
                changed.add(line.userId());
            }
            activity.add(line);
        }
        replace(changed, users);
        mergeActivity(activity);
    }

    private void replace(List<String> changed, UserRows users) throws SQLException {
        if (changed.isEmpty()) {
            return;
        }
        for (String table : IDENTIFIERS) {
            executeFor("delete from " + table + " where tenant_id = ? and user_id = any(?)", changed);
        }
        users.sendUsers(copy);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(UPDATE_USERS);
            statement.executeUpdate("truncate staged_users");
        }
        users.sendIdentifiers(copy);
    }

    private void mergeActivity(ActivityRows activity) throws SQLException {
        activity.send(copy);
        try (Statement statement = connection.createStatement()) {
            for (String merge : MERGE_ACTIVITY) {
                statement.executeUpdate(merge);
            }
            statement.executeUpdate("truncate staged_sessions, staged_ip_access, staged_group_members");
        }
    }

    private Set<String> existing(List<UserLine> lines) throws SQLException {
        Set<String> found = new HashSet<>();
        try (PreparedStatement query =
                connection.prepareStatement("select user_id from users where tenant_id = ? and user_id = any(?)")) {
            query.setString(1, tenant);
            query.setArray(2, array(lines.stream().map(UserLine::userId).toList()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
        }
        return found;
    }

    private Map<String, User> read(List<UserLine> lines) throws SQLException {
        Map<String, User> users = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(
                UserRow.SELECT + " where u.tenant_id = ? and u.user_id = any(?) for update of u")) {
            query.setString(1, tenant);
            query.setArray(2, array(lines.stream().map(UserLine::userId).toList()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    User user = new UserRow(new ResultColumns(rows), json).user();
                    users.put(user.userId(), user);
                }
            }
        }
        return users;
    }

    /** Documents as PostgreSQL writes them, to be compared with what is stored. */
    private List<UserInput> normalized(List<UserLine> lines) throws SQLException {
        List<String> texts = new ArrayList<>();
        for (UserLine line : lines) {
            texts.add(line.user().publicData());
            texts.add(line.user().privateData());
        }
        List<String> written = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                "select text::jsonb::text from unnest(?) with ordinality as d (text, place) order by place")) {
            query.setArray(1, array(texts));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    written.add(rows.getString(1));
                }
            }
        }
        List<UserInput> inputs = new ArrayList<>();
        for (int index = 0; index < lines.size(); index++) {
            inputs.add(lines.get(index).user().withDocuments(written.get(2 * index), written.get(2 * index + 1)));
        }
        return inputs;
    }

    private void executeFor(String statement, List<String> userIds) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            prepared.setString(1, tenant);
            prepared.setArray(2, array(userIds));
            prepared.executeUpdate();
        }
    }

    private Array array(List<String> texts) throws SQLException {
        return connection.createArrayOf("text", texts.toArray());
    }

    /** Parts in the order of the lines, none of which has a user twice: one statement cannot change a row twice. */
    private static List<List<UserLine>> withoutRepetition(List<UserLine> lines) {
        List<Map<String, UserLine>> parts = new ArrayList<>();
        for (UserLine line : lines) {
            if (parts.isEmpty() || parts.getLast().containsKey(line.userId())) {
                parts.add(new LinkedHashMap<>());
            }
            parts.getLast().put(line.userId(), line);
        }
        return parts.stream().map(part -> List.copyOf(part.values())).toList();
    }
}
