package io.useradmin.operator.transfer;

import io.useradmin.json.ApiJson;
import io.useradmin.operator.jdbc.Jdbc.RowReader;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.operator.transfer.ExportedUser.Access;
import io.useradmin.operator.transfer.ExportedUser.Group;
import io.useradmin.operator.transfer.ExportedUser.Membership;
import io.useradmin.profile.User;
import io.useradmin.session.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes a tenant as lines for an import: first the groups, then the users in the order of their identifiers, all from one
 * snapshot. Memory is bounded: cursors read the tables in parallel, and a user with much data gets several lines.
 */
public final class UserExport {
    /** The approximate size of the lists in a line, in characters: far less than an import accepts. */
    private static final int LISTS_SIZE = 1 << 18;
    /** An upper bound for the unmeasured parts of an element. */
    private static final int ELEMENT_OVERHEAD = 256;

    private static final int IDENTIFIER = 131;

    private static final String GROUPS = "select group_id, name, description, " + seconds("created_at")
            + " from groups where tenant_id = $1 order by group_id";
    private static final String USERS = StoredUser.SELECT + " from users u where u.tenant_id = $1 order by u.user_id";
    private static final String SESSIONS = "select user_id, session_id, session_key, "
            + seconds("initiated_at") + ", " + seconds("expires_at") + ", " + seconds("last_updated_at")
            + ", client_ids, last_metadata::text from sessions where tenant_id = $1 order by user_id, session_id";
    private static final String ACCESSES = "select user_id, host(ip), login_count, failure_count, "
            + seconds("last_login_attempt") + ", " + seconds("block_until")
            + " from ip_access where tenant_id = $1 order by user_id, ip";
    private static final String MEMBERS = "select user_id, group_id, " + seconds("assigned_at")
            + " from group_members where tenant_id = $1 order by user_id, group_id";

    private static final byte[] END_OF_LINE = {'\n'};

    private final Connection connection;
    private final String tenant;
    private final OutputStream output;
    private final LongConsumer progress;

    /**
     * Reads over {@code connection}, which nothing else may use in the meantime.
     *
     * @param output gets UTF-8 text; it is flushed, but not closed
     * @param progress receives the number of written users
     */
    public UserExport(Connection connection, String tenant, OutputStream output, LongConsumer progress) {
        this.connection = connection;
        this.tenant = tenant;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Writes everything.
     *
     * @return the number of users
     */
    public long run() throws SQLException, IOException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        writeGroups();
        long users = writeUsers();
        connection.commit();
        output.flush();
        return users;
    }

    private void writeGroups() throws SQLException, IOException {
        try (RowCursor<Group> groups = cursor(GROUPS, UserExport::group, _ -> ELEMENT_OVERHEAD)) {
            for (Group group = groups.next(); group != null; group = groups.next()) {
                write(group);
            }
        }
    }

    private long writeUsers() throws SQLException, IOException {
        long written = 0;
        try (RowCursor<User> users = cursor(USERS, StoredUser::read, _ -> ELEMENT_OVERHEAD);
                RowCursor<Session> sessions = cursor(SESSIONS, UserExport::session, UserExport::size);
                RowCursor<Access> accesses = cursor(ACCESSES, UserExport::access, _ -> ELEMENT_OVERHEAD);
                RowCursor<Membership> members = cursor(MEMBERS, UserExport::membership, _ -> ELEMENT_OVERHEAD)) {
            for (User user = users.next(); user != null; user = users.next()) {
                String id = user.userId();
                do {
                    var room = new RemainingSize(LISTS_SIZE);
                    write(new ExportedUser(user, sessions.of(id, room), accesses.of(id, room), members.of(id, room)));
                } while (sessions.isAt(id) || accesses.isAt(id) || members.isAt(id));
                written++;
                progress.accept(written);
            }
        }
        return written;
    }

    private <T> RowCursor<T> cursor(String query, RowReader<T> reader, ToIntFunction<T> size) throws SQLException {
        return new RowCursor<>(ServiceStatement.prepare(connection, query, List.of(tenant)), reader, size);
    }

    private void write(Object line) throws IOException {
        output.write(ApiJson.MAPPER.writeValueAsBytes(line));
        output.write(END_OF_LINE);
    }

    private static Group group(ResultSet row) throws SQLException {
        return new Group(row.getString(1), row.getString(2), row.getString(3), row.getLong(4));
    }

    private static Session session(ResultSet row) throws SQLException {
        Array clients = row.getArray(7);
        return new Session(
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                List.of((String[]) clients.getArray()),
                row.getString(8));
    }

    private static int size(Session session) {
        return ELEMENT_OVERHEAD
                + session.sessionKey().length()
                + session.lastMetadata().length()
                + IDENTIFIER * session.clientIds().size();
    }

    private static Access access(ResultSet row) throws SQLException {
        long blockUntil = row.getLong(6);
        @Nullable Long blocked = row.wasNull() ? null : blockUntil;
        return new Access(row.getString(2), row.getLong(3), row.getLong(4), row.getLong(5), blocked);
    }

    private static Membership membership(ResultSet row) throws SQLException {
        return new Membership(row.getString(2), row.getLong(3));
    }

    /** In whole seconds, the unit of the API. */
    private static String seconds(String column) {
        return "floor(extract(epoch from " + column + "))::bigint";
    }
}
