package io.useradmin.dev;

import io.useradmin.apikey.ApiKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Fills the demo tenant. What somebody changed in it stays: a later start only brings back the key and the first user, whom
 * the examples on the console need, and moves the times of sessions and blocks on, so that they do not end meanwhile.
 */
final class DemoData {
    static final String TENANT = "demo";

    /** The same on every machine, so that printed examples work; only the demo tenant of dev mode has it. */
    static final ApiKey KEY = new ApiKey("0".repeat(29) + "de0", "0123456789abcdef".repeat(3));

    /** The tenant's time of creation is the time for which its sessions and blocks were made up. */
    private static final String INSERT_TENANT =
            "insert into tenants (created_at, tenant_id, name) values (?, ?, 'Demo') on conflict do nothing";

    private static final String MADE_UP_FOR = "select created_at from tenants where tenant_id = ? for update";

    private static final String HAS_FIRST_USER = "select 1 from users where tenant_id = ? and user_id = ?";

    private static final List<String> MOVE_ON = List.of("""
            update tenants set created_at = created_at + cast(? as interval) where tenant_id = ?
            """, """
            update sessions set initiated_at = initiated_at + moved, last_updated_at = last_updated_at + moved,
                   expires_at = expires_at + moved
              from (select cast(? as interval)) as by (moved)
             where tenant_id = ?
            """, """
            update ip_access set last_login_attempt = last_login_attempt + moved, block_until = block_until + moved
              from (select cast(? as interval)) as by (moved)
             where tenant_id = ?
            """);

    /** What is live when it is made up stays so for a day, hence there is no need to move it at every live reload. */
    private static final Duration FRESH = Duration.ofHours(1);

    private DemoData() {}

    /** Does all that is to be done at {@code instant}, or nothing. */
    static void fill(Connection connection, Instant instant) throws SQLException {
        Instant now = instant.truncatedTo(ChronoUnit.SECONDS);
        connection.setAutoCommit(false);
        var tables = new DemoTables(connection, TENANT);
        if (insertTenant(connection, now)) {
            write(tables, DemoUsers.at(now), now);
        } else {
            moveOn(connection, now);
            if (!hasFirstUser(connection)) {
                write(tables, DemoUsers.at(now).subList(0, 1), now);
            }
        }
        tables.writeKey(KEY, now);
        connection.commit();
    }

    private static void write(DemoTables tables, List<DemoUser> users, Instant now) throws SQLException {
        tables.writeGroups(DemoUsers.GROUPS, now);
        tables.writeUsers(users);
    }

    /** False where the tenant is there already. */
    private static boolean insertTenant(Connection connection, Instant now) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_TENANT)) {
            insert.setObject(1, now.atOffset(ZoneOffset.UTC));
            insert.setString(2, TENANT);
            return insert.executeUpdate() > 0;
        }
    }

    private static boolean hasFirstUser(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(HAS_FIRST_USER)) {
            query.setString(1, TENANT);
            query.setString(2, DemoUsers.FIRST_ID);
            return query.executeQuery().next();
        }
    }

    private static void moveOn(Connection connection, Instant now) throws SQLException {
        Duration passed = Duration.between(madeUpFor(connection), now);
        if (passed.compareTo(FRESH) < 0) {
            return;
        }
        for (String move : MOVE_ON) {
            try (PreparedStatement update = connection.prepareStatement(move)) {
                update.setString(1, passed.toString());
                update.setString(2, TENANT);
                update.executeUpdate();
            }
        }
    }

    private static Instant madeUpFor(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(MADE_UP_FOR)) {
            query.setString(1, TENANT);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getObject(1, OffsetDateTime.class).toInstant();
            }
        }
    }
}
