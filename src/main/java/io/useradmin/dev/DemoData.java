package io.useradmin.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Scope;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.transfer.Checkpoint;
import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.operator.transfer.DataLimits;
import io.useradmin.operator.transfer.ImportStoppedException;
import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.Rejects;
import io.useradmin.operator.transfer.UserImport;
import io.useradmin.operator.transfer.UserImport.Settings;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates the demo tenant and imports its users. Changes stay: a later start restores only the key and the first user, which the
 * examples in the terminal need, and moves the times of sessions and blocks so that they do not expire.
 */
final class DemoData {
    static final String TENANT = "demo";

    /** The same key on every machine, so that the printed examples work. It exists only in the demo tenant of dev mode. */
    static final ApiKey KEY = new ApiKey("0".repeat(29) + "de0", "0123456789abcdef".repeat(3));

    /** The times of sessions and blocks are relative to the tenant's creation. */
    private static final String INSERT_TENANT =
            "insert into tenants (created_at, tenant_id, name) values (?, ?, 'Demo') on conflict do nothing"
                    + " returning true";

    private static final String CREATED_AT = "select created_at from tenants where tenant_id = ? for update";

    private static final String RESTORE_KEY = """
            insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
            values (?, ?, 'Demo key of dev mode', ?, ?, ?)
                on conflict (key_id) do update set scopes = excluded.scopes, expires_at = null, revoked_at = null
            """;

    private static final List<String> SHIFT_TIMES = List.of("""
            update tenants set created_at = created_at + cast(? as interval) where tenant_id = ?
            """, """
            update sessions set initiated_at = initiated_at + passed, last_updated_at = last_updated_at + passed,
                   expires_at = expires_at + passed
              from (select cast(? as interval)) as by (passed)
             where tenant_id = ?
            """, """
            update ip_access set last_login_attempt = last_login_attempt + passed, block_until = block_until + passed
              from (select cast(? as interval)) as by (passed)
             where tenant_id = ?
            """);

    /** Live sessions and blocks last for at least a day, so a live reload need not move them. */
    private static final Duration FRESH = Duration.ofHours(1);

    private final Connection connection;

    private final Instant now;
    private final Path rejects;

    private DemoData(Connection connection, Instant now, Path rejects) {
        this.connection = connection;
        this.now = now;
        this.rejects = rejects;
    }

    /**
     * Creates or restores the demo.
     *
     * @param rejects the file for lines that the import rejects, which would be a bug
     */
    static void fill(Connection connection, Instant now, Path rejects) throws SQLException, IOException {
        new DemoData(connection, now.truncatedTo(ChronoUnit.SECONDS), rejects).fill();
    }

    private void fill() throws SQLException, IOException {
        connection.setAutoCommit(false);
        if (Jdbc.exists(connection, INSERT_TENANT, now, TENANT)) {
            importUsers(DemoUsers.at(now));
        } else {
            shiftTimes();
            if (isFirstUserMissing()) {
                importUsers(DemoUsers.at(now).subList(0, 1));
            }
        }
        Jdbc.update(connection, RESTORE_KEY, KEY.keyId(), TENANT, KEY.secretDigest(), List.of(Scope.ALL), now);
        connection.commit();
    }

    /** All lines are one batch and are committed together with the tenant, so that the demo is complete or absent. */
    private void importUsers(List<JsonObject> users) throws SQLException, IOException {
        var settings = new Settings(TENANT, DataLimits.DEFAULTS, true, Integer.MAX_VALUE);
        var checkpoint = new Checkpoint(connection, TENANT, Optional.empty());
        Position start = checkpoint.read();
        String lines = Stream.concat(missingGroups(), users.stream())
                .map(JsonObject::encode)
                .collect(Collectors.joining("\n"));
        try (var source = new NdjsonSource(new ByteArrayInputStream(lines.getBytes(UTF_8)));
                var rejected = new Rejects(rejects, start)) {
            new UserImport(connection, settings, Clock.fixed(now, ZoneOffset.UTC), rejected, checkpoint, _ -> {})
                    .run(source, start);
        } catch (ImportStoppedException failure) {
            throw new IllegalStateException("the import rejects demo users, see " + rejects, failure);
        }
    }

    /** Skips existing groups, because an import would replace their names. */
    private Stream<JsonObject> missingGroups() throws SQLException {
        List<String> existing = Jdbc.query(
                connection, "select group_id from groups where tenant_id = ?", row -> row.getString(1), TENANT);
        return DemoUsers.GROUPS.stream()
                .filter(group -> !existing.contains(group))
                .map(group -> new JsonObject()
                        .put("group_id", group)
                        .put("name", group)
                        .put("creation_time", now.getEpochSecond()));
    }

    private boolean isFirstUserMissing() throws SQLException {
        return Jdbc.query(
                        connection,
                        "select user_id from users where tenant_id = ? and user_id = ?",
                        row -> row.getString(1),
                        TENANT,
                        DemoUsers.FIRST_ID)
                .isEmpty();
    }

    private void shiftTimes() throws SQLException {
        Instant createdAt = Jdbc.query(connection, CREATED_AT, row -> Jdbc.instant(row, "created_at"), TENANT)
                .getFirst();
        Duration passed = Duration.between(createdAt, now);
        if (passed.compareTo(FRESH) >= 0) {
            for (String update : SHIFT_TIMES) {
                Jdbc.update(connection, update, passed.toString(), TENANT);
            }
        }
    }
}
