package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.ServiceRole;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PurgeCommandTest {
    private static final Instant NOW = Instant.parse("2030-01-31T00:00:00Z");
    private static final Duration LONG_AGO = Duration.ofDays(31);
    private static final Duration LATELY = Duration.ofDays(29);

    private final FreshDatabase fresh = FreshDatabase.migrated();
    private final Database database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null);
    private final Commands commands = new Commands(database, Clock.fixed(NOW, ZoneOffset.UTC));
    private Connection connection;

    @BeforeEach
    void fill() throws SQLException {
        connection = database.connect();
        run("insert into tenants values ('t', 'T', now())");
        run("insert into users (tenant_id, user_id, created_at, last_updated_at) values ('t', 'u', now(), now())");
    }

    @AfterEach
    void drop() throws SQLException {
        connection.close();
        fresh.close();
    }

    @Test
    void deletesOnlySessionsThatExpiredLongAgo() throws SQLException {
        session("long-ago", NOW.minus(LONG_AGO));
        session("on-the-day", NOW.minus(Duration.ofDays(30)));
        session("lately", NOW.minus(LATELY));
        session("live", NOW.plus(LATELY));
        assertThat(purge("")).isEqualTo("Deleted 1 session, 0 addresses, 0 stored responses and 0 events.");
        assertThat(column("session_id", "sessions")).containsExactly("lately", "live", "on-the-day");
    }

    /** So the CronJob can use the service's role (docs/security.md). */
    @Test
    void needsNoMoreRightsThanTheService() {
        ServiceRole.create();
        Tenant tenant = Tenant.create();
        String user = tenant.user();
        Instant longAgo = Instant.now().minus(LONG_AGO);
        tenant.session(user, "long-ago", longAgo, longAgo, longAgo, List.of());
        tenant.access(user, "192.0.2.1", longAgo, longAgo);
        var asService = new Database(Commands.testDatabase().url(), ServiceRole.NAME, null);
        Outcome outcome = new Commands(asService, Clock.systemUTC()).line("purge");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        assertThat(Sql.list("select session_id from sessions where tenant_id = ?", tenant.id()))
                .isEmpty();
        assertThat(Sql.list("select ip from ip_access where tenant_id = ?", tenant.id()))
                .isEmpty();
    }

    @Test
    void deletesAddressesWithoutRecentAttemptOrBlock() throws SQLException {
        address("192.0.2.1", NOW.minus(LONG_AGO), NOW.minus(LONG_AGO));
        address("192.0.2.2", NOW.minus(LONG_AGO), null);
        address("192.0.2.3", NOW.minus(LONG_AGO), NOW.minus(LATELY));
        address("192.0.2.4", NOW.minus(LONG_AGO), NOW.plus(LATELY));
        address("192.0.2.5", NOW.minus(LATELY), NOW.minus(LONG_AGO));
        address("192.0.2.6", NOW.minus(LATELY), null);
        assertThat(purge("-o json"))
                .isEqualTo("{\"sessions\":0,\"blocked_ips\":2,\"stored_responses\":0,\"events\":0}");
        assertThat(column("host(ip)", "ip_access")).containsExactly("192.0.2.3", "192.0.2.4", "192.0.2.5", "192.0.2.6");
    }

    @Test
    void hasAnOptionForTheAge() throws SQLException {
        session("just-expired", NOW.minusSeconds(1));
        session("expires-now", NOW);
        address("192.0.2.1", NOW.minusSeconds(1), null);
        assertThat(purge("--older-than PT0S"))
                .isEqualTo("Deleted 1 session, 1 address, 0 stored responses and 0 events.");
    }

    @Test
    void keepsEventsForFourHundredDays() throws SQLException {
        event("too-old", NOW.minus(Duration.ofDays(401)));
        event("old", NOW.minus(Duration.ofDays(399)));
        assertThat(purge("")).isEqualTo("Deleted 0 sessions, 0 addresses, 0 stored responses and 1 event.");
        assertThat(column("user_id", "events")).containsExactly("old");
        assertThat(purge("--events-older-than P398D")).contains("1 event.");
    }

    /** An event from a clock that was far ahead goes with an old event that came later, and keeps none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void deletesEventsOfAWrongClockOnlyWithLaterOldEvents(int batch) throws SQLException {
        Instant old = NOW.minus(Duration.ofDays(401));
        Instant ahead = NOW.plus(Duration.ofDays(10_000));
        event("1 old", old);
        for (int number = 0; number < 5; number++) {
            event("2 ahead", ahead);
        }
        event("3 old", old);
        event("4 ahead", ahead);
        event("5 ahead", ahead);
        event("6 new", NOW.minus(Duration.ofDays(399)));
        event("7 old", old);

        assertThat(purge("--batch " + batch)).contains(" 7 events.");
        assertThat(column("user_id", "events")).containsExactly("4 ahead", "5 ahead", "6 new", "7 old");
        assertThat(purge("--batch " + batch)).contains(" 0 events.");
    }

    /** The clocks of two replicas may differ a little. */
    @Test
    void anEventOfTheNearFutureKeepsLaterOnes() throws SQLException {
        event("near", NOW.plus(Duration.ofHours(23)));
        event("old", NOW.minus(Duration.ofDays(401)));

        assertThat(purge("")).contains(" 0 events.");
    }

    /** The feed refuses cursors before it, because their readers have missed events. */
    @Test
    void notesTheLastEventThatItHasDeleted() throws SQLException {
        for (int number = 0; number < 3; number++) {
            event("old", NOW.minus(Duration.ofDays(401)));
        }
        String last = Jdbc.query(
                        connection,
                        "select (xid, seq)::text from events order by xid desc, seq desc",
                        row -> row.getString(1))
                .getFirst();

        assertThat(purge("--batch 1")).contains(" 3 events.");
        assertThat(column("(xid, seq)::text", "purged_events")).containsExactly(last);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1000})
    void countsAllBatchesEvenIfManyExpiredAtTheSameTime(int batch) throws SQLException {
        for (int number = 0; number < 20; number++) {
            session("same-" + number, NOW.minus(LONG_AGO));
            session("other-" + number, NOW.minus(LONG_AGO).minusSeconds(number));
            address("192.0.2." + number, NOW.minus(LONG_AGO).minusMillis(number), null);
        }
        assertThat(purge("--batch " + batch))
                .isEqualTo("Deleted 40 sessions, 20 addresses, 0 stored responses and 0 events.");
        assertThat(purge("--batch " + batch))
                .isEqualTo("Deleted 0 sessions, 0 addresses, 0 stored responses and 0 events.");
    }

    @Test
    void keepsCompletedBatchesWhenInterrupted() throws SQLException {
        for (int number = 0; number < 10; number++) {
            session("session-" + number, NOW.minus(LONG_AGO).plusSeconds(number));
        }
        run("create function stop() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$");
        run("create trigger stop before delete on sessions for each row when (old.session_id = 'session-7')"
                + " execute function stop()");
        assertThat(commands.line("purge --batch 2"))
                .isEqualTo(new Outcome(1, "", "The database refused: stopped." + System.lineSeparator()));
        assertThat(column("session_id", "sessions"))
                .containsExactly("session-6", "session-7", "session-8", "session-9");
        run("drop trigger stop on sessions");
        assertThat(purge("--batch 2")).isEqualTo("Deleted 4 sessions, 0 addresses, 0 stored responses and 0 events.");
    }

    @Test
    void skipsLockedRows() throws SQLException {
        session("held", NOW.minus(LONG_AGO));
        session("free", NOW.minus(LONG_AGO));
        try (Connection holder = database.connect()) {
            holder.setAutoCommit(false);
            Jdbc.update(holder, "update sessions set session_key = 'k' where session_id = 'held'");
            assertThat(purge("")).isEqualTo("Deleted 1 session, 0 addresses, 0 stored responses and 0 events.");
            holder.rollback();
        }
        assertThat(purge("")).isEqualTo("Deleted 1 session, 0 addresses, 0 stored responses and 0 events.");
    }

    private String purge(String options) {
        Outcome outcome = commands.line("purge " + options);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.onlyLine();
    }

    private void session(String id, Instant expiresAt) throws SQLException {
        String insert = "insert into sessions values ('t', 'u', ?, 'key', '2020-01-01Z', ?, now())";
        Jdbc.update(connection, insert, id, expiresAt);
    }

    private void event(String user, Instant time) throws SQLException {
        String insert = "insert into events (tenant_id, occurred_at, type, user_id) values ('t', ?, 'user.updated', ?)";
        Jdbc.update(connection, insert, time, user);
    }

    private void address(String ip, Instant lastAttempt, @Nullable Instant blockUntil) throws SQLException {
        String insert = "insert into ip_access values ('t', 'u', cast(? as inet), 1, 1, ?, ?)";
        Jdbc.update(connection, insert, ip, lastAttempt, blockUntil);
    }

    private List<String> column(String column, String table) throws SQLException {
        return Jdbc.query(connection, "select " + column + " from " + table + " order by 1", row -> row.getString(1));
    }

    private void run(String statement) throws SQLException {
        Jdbc.update(connection, statement);
    }
}
