package io.useradmin.operator.transfer;

import io.useradmin.audit.EventSql;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.operator.transfer.BatchEvents.Change;
import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.shared.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * Writes batches into a tenant. New users go directly into their tables by COPY, the fastest way. For existing users, only
 * differences are written, so that a second run changes nothing. The caller's transaction makes a batch atomic.
 */
final class BatchWriter {
    private static final String STAGED = "staged_";

    private static final String STAGE = """
            create temp table staged_users (like users including defaults) on commit delete rows;
            create temp table staged_sessions (like sessions) on commit delete rows;
            create temp table staged_ip_access (like ip_access) on commit delete rows;
            create temp table staged_group_members (like group_members) on commit delete rows;
            """;

    /**
     * Takes the users' locks before the transaction has an xid, and in a fixed order, like every change of a user
     * ({@link EventSql#lock}).
     */
    private static final String SERIALIZE = EventSql.lockAll("?", "unnest(?) as user_id");

    /**
     * The given users, one by one, in the order of the primary key. For any other query, PostgreSQL may read all users of the
     * tenant if it expects few: it does for a tenant that is newer than its statistics.
     */
    private static final String GIVEN = """
             from unnest(cast($2 as text[])) as given (user_id)
                  cross join lateral (
                      select * from users where tenant_id = $1 and user_id between given.user_id and given.user_id
                       order by user_id limit 1%s) as u
            """;

    /** In the order of the array, so that two transactions that lock users do not deadlock. With the bytes of the documents. */
    private static final String LOCK =
            "select u.user_id, octet_length(u.public_data::text) + octet_length(u.private_data::text)"
                    + GIVEN.formatted(" for update");

    private static final String READ = StoredUser.SELECT + GIVEN.formatted("");

    /** The documents in PostgreSQL's canonical form, to compare them with the stored ones. */
    private static final String NORMALIZE =
            "select text::jsonb::text from unnest(?) with ordinality as documents (text, place) order by place";

    /** All users exist and are locked. Documents are compared as text, because as jsonb 1 equals 1.0. */
    private static final String UPDATE_USERS = """
            insert into users as u select * from staged_users
                on conflict (tenant_id, user_id) do update
               set created_at = excluded.created_at, last_updated_at = excluded.last_updated_at,
                   password_updated_at = excluded.password_updated_at, has_password = excluded.has_password,
                   disabled = excluded.disabled, name = excluded.name, given_name = excluded.given_name,
                   family_name = excluded.family_name, other_claims = excluded.other_claims,
                   public_data = excluded.public_data,
                   public_data_version =
                       u.public_data_version + (u.public_data::text <> excluded.public_data::text)::integer,
                   private_data = excluded.private_data,
                   private_data_version =
                       u.private_data_version + (u.private_data::text <> excluded.private_data::text)::integer
            """;

    private final Connection connection;
    private final String tenant;
    private final CopyManager copy;
    private final Clock clock;
    private final Ids ids;
    private int batches;

    BatchWriter(Connection connection, String tenant, Clock clock) throws SQLException {
        this.connection = connection;
        this.tenant = tenant;
        this.copy = connection.unwrap(PGConnection.class).getCopyAPI();
        this.clock = clock;
        this.ids = new Ids(clock);
        Jdbc.update(connection, STAGE);
    }

    void write(Batch batch) throws SQLException {
        discardOldPlans();
        new BatchTransaction().write(batch);
    }

    /** A plan that was made for empty tables scans them, also when they have grown. So it lasts until the batches have doubled. */
    private void discardOldPlans() throws SQLException {
        if (Integer.bitCount(++batches) == 1) {
            Jdbc.update(connection, "discard plans");
        }
    }

    /** Finds the existing users, and locks them until the batch is written. Returns the bytes of their documents. */
    private Map<String, Integer> lock(List<UserLine> lines) throws SQLException {
        List<String> inOrder = ids(lines).stream().sorted().toList();
        Map<String, Integer> known = new HashMap<>();
        ServiceStatement.query(
                connection, LOCK, row -> known.put(row.getString(1), row.getInt(2)), List.of(tenant, inOrder));
        return known;
    }

    /** Limits the memory for stored documents, which can be much longer than the lines that replace them. */
    private static List<List<UserLine>> slices(List<UserLine> lines, Map<String, Integer> known) {
        List<List<UserLine>> slices = new ArrayList<>();
        int start = 0;
        long bytes = 0;
        for (int end = 1; end <= lines.size(); end++) {
            bytes += known.getOrDefault(lines.get(end - 1).userId(), 0);
            if (bytes >= Batch.MOST_BYTES || end == lines.size()) {
                slices.add(lines.subList(start, end));
                start = end;
                bytes = 0;
            }
        }
        return slices;
    }

    private Map<String, UserInput> normalized(List<UserLine> lines) throws SQLException {
        List<String> documents = lines.stream()
                .flatMap(line ->
                        Stream.of(line.profile().publicData(), line.profile().privateData()))
                .toList();
        Iterator<String> written = Jdbc.query(connection, NORMALIZE, row -> row.getString(1), documents)
                .iterator();
        Map<String, UserInput> normalized = new HashMap<>();
        for (UserLine line : lines) {
            normalized.put(line.userId(), line.profile().withDocuments(written.next(), written.next()));
        }
        return normalized;
    }

    private void deleteIdentifiers(List<User> users) throws SQLException {
        List<List<String>> keys =
                users.stream().map(user -> List.of(tenant, user.userId())).toList();
        for (String table : IdentifierRows.TABLES) {
            Jdbc.updateEach(connection, "delete from " + table + " where tenant_id = ? and user_id = ?", keys);
        }
    }

    private static List<String> ids(List<UserLine> lines) {
        return lines.stream().map(UserLine::userId).toList();
    }

    /** What one batch writes, at one time. */
    private final class BatchTransaction {
        private final Instant now = clock.instant();
        private final BatchEvents events = new BatchEvents(connection, tenant, now);
        private final IdentifierRows identifiers = new IdentifierRows(tenant);

        private void write(Batch batch) throws SQLException {
            List<UserLine> users = batch.users();
            Jdbc.update(connection, SERIALIZE, tenant, ids(users));
            for (GroupLine group : batch.groups()) {
                GroupMerge.write(connection, tenant, group, now);
            }
            Map<String, Integer> known = lock(users);
            Predicate<UserLine> isKnown = line -> known.containsKey(line.userId());
            create(users.stream().filter(Predicate.not(isKnown)).toList());
            merge(users.stream().filter(isKnown).toList(), known);
            // Only now, because an identifier can move from one user to another.
            identifiers.send(copy);
        }

        private void create(List<UserLine> lines) throws SQLException {
            var rows = new UserRows(tenant, "users");
            for (UserLine line : lines) {
                User user = line.profile().created(line.userId(), now, ids::next);
                rows.add(user);
                identifiers.add(user);
                events.created(user);
            }
            rows.send(copy);
            sendActivity("", lines);
            events.appendCreated(copy);
        }

        private void merge(List<UserLine> lines, Map<String, Integer> known) throws SQLException {
            if (lines.isEmpty()) {
                return;
            }
            sendActivity(STAGED, lines);
            ActivityMerge.write(connection, events);
            for (List<UserLine> slice : slices(lines, known)) {
                change(slice);
                events.appendChanged(ids(slice));
            }
        }

        /** Updates existing users that differ from their lines. */
        private void change(List<UserLine> lines) throws SQLException {
            List<Change> changes = changes(lines);
            if (!changes.isEmpty()) {
                changes.forEach(events::changed);
                List<User> changed = changes.stream().map(Change::after).toList();
                var rows = new UserRows(tenant, STAGED + "users");
                changed.forEach(rows::add);
                changed.forEach(identifiers::add);
                deleteIdentifiers(changed);
                // The rows of the slice before.
                Jdbc.update(connection, "delete from staged_users");
                rows.send(copy);
                Jdbc.update(connection, UPDATE_USERS);
            }
        }

        private List<Change> changes(List<UserLine> lines) throws SQLException {
            Map<String, UserInput> profiles = normalized(lines);
            return ServiceStatement.query(connection, READ, StoredUser::read, List.of(tenant, ids(lines))).stream()
                    .map(before ->
                            new Change(before, replaced(before, Objects.requireNonNull(profiles.get(before.userId())))))
                    .filter(change -> !change.after().equals(change.before()))
                    .toList();
        }

        /** The times of a line always replace the stored ones, unlike those of a PUT, whose body may be an edited response. */
        private User replaced(User before, UserInput profile) {
            User after = profile.replacing(before, now, ids::next);
            return profile.lastUpdated() == null ? after : after.lastUpdatedAt(profile.lastUpdated());
        }

        private void sendActivity(String prefix, List<UserLine> lines) throws SQLException {
            var activity = new ActivityRows(tenant, prefix, now.getEpochSecond());
            lines.forEach(activity::add);
            activity.send(copy);
        }
    }
}
