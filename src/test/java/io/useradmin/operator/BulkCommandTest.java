package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk actions on the command line do the same as over HTTP, for any number of rows. */
class BulkCommandTest {
    private static final Instant NOW = Instant.parse("2030-01-31T00:00:00Z");

    private static FreshDatabase filled;

    private final FreshDatabase fresh = filled.copy();
    private final Database database = database(fresh);
    private final Commands commands = new Commands(database, Clock.fixed(NOW, ZoneOffset.UTC));
    private Connection connection;

    @BeforeAll
    static void fill() throws SQLException {
        filled = FreshDatabase.migrated();
        try (Connection connection = database(filled).connect()) {
            Jdbc.update(connection, "insert into tenants values ('t', 'T', now()), ('other', 'O', now())");
            Jdbc.update(
                    connection,
                    "insert into users (tenant_id, user_id, created_at, last_updated_at)"
                            + " select t, 'u' || to_char(n, 'FM000'), now(), now() from unnest('{t,other}'::text[]) as t, generate_series(1, 500) as n");
            // A tenant with few rows, for a test with one transaction per row.
            Jdbc.update(connection, "insert into tenants values ('few', 'F', now())");
            Jdbc.update(
                    connection,
                    "insert into users (tenant_id, user_id, created_at, last_updated_at) select 'few', 'u' || n, now(), now() from generate_series(1, 9) as n");
            Jdbc.update(connection, "insert into groups values ('t', 'g', 'G', null, now())");
            Jdbc.update(
                    connection,
                    "insert into group_members select 't', 'u' || n, 'g', now() from unnest('{001,250,500}'::text[]) as n");
            Jdbc.update(
                    connection,
                    "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids,"
                            + " last_metadata) select tenant_id, user_id, 's' || n, 'k', '2030-01-01Z', case n when 3 then '2030-01-02Z' else '2031-01-01Z' end::timestamptz,"
                            + " now(), array[case n when 1 then 'web' else 'app' end], '{\"ip_address\": \"192.0.2.1\"}'"
                            + " from users, generate_series(1, 3) as n");
            Jdbc.update(
                    connection,
                    "insert into ip_access (tenant_id, user_id, ip, failure_count, last_login_attempt, block_until)"
                            + " select tenant_id, user_id, ip, 5, now(), '2031-01-01Z' from users, unnest('{192.0.2.1,192.0.2.2,2001:db8::1}'::inet[]) as ip");
        }
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = database.connect();
    }

    @AfterEach
    void drop() throws SQLException {
        connection.close();
        fresh.close();
    }

    @AfterAll
    static void dropFilled() {
        filled.close();
    }

    @ParameterizedTest
    @CsvSource({
        "--client web, 500, 500",
        "--client web --batch 7, 500, 500",
        "--ip-address 192.0.2.0/24 --batch 200, 1000, 500",
        "--ip-address ::ffff:192.0.2.1, 1000, 500",
        "--ip-address 2001:db8::/32, 0, 0",
        "--group g, 6, 3",
        "--group g --batch 1, 6, 3",
        "--user u001 --user u002 --client app, 2, 2",
        "--user u001 --user u002 --user u001 --client app, 2, 2",
        "--client web --except-user u001 --except-user u002, 498, 498",
        "--initiated-before 2030-01-01T00:00:01Z, 1000, 500",
        "--initiated-before 2030-01-01T01:00:00+01:00, 0, 0"
    })
    void revokesSessions(String options, int sessions, int users) throws SQLException {
        assertThat(done("sessions revoke --tenant t --dry-run " + options))
                .isEqualTo("Would revoke %d sessions of %d users.".formatted(sessions, users));
        assertThat(count("sessions where tenant_id = 't'")).isEqualTo(1_500);
        assertThat(done("sessions revoke --tenant t " + options))
                .isEqualTo("Revoked %d sessions of %d users.".formatted(sessions, users));

        assertThat(count("sessions where tenant_id = 't'")).isEqualTo(1_500 - sessions);
        assertThat(count("sessions where tenant_id = 'other'")).isEqualTo(1_500);
        assertThat(
                        count(
                                "events where tenant_id = 't' and type = 'session.revoked' and key_id is null and session_id is not null"))
                .isEqualTo(sessions);
        assertThat(done("sessions revoke --tenant t " + options)).isEqualTo("Revoked 0 sessions of 0 users.");
    }

    /** A command can run for hours. Its events must not all have the time of its start. */
    @Test
    void revokesEachSessionInATransactionAndAtATimeOfItsOwn() throws SQLException {
        var seconds = new AtomicInteger();
        InstantSource clock = () -> NOW.plusSeconds(seconds.incrementAndGet());
        var later = new Commands(database, clock.withZone(ZoneOffset.UTC));

        assertThat(done("sessions revoke --tenant few --initiated-before 2030-01-02T00:00:00Z --batch 1", later))
                .isEqualTo("Revoked 18 sessions of 9 users.");

        assertThat(count("sessions where tenant_id = 'few'")).isEqualTo(9);
        assertThat(count("(select distinct xid from events where tenant_id = 'few') as transactions"))
                .isEqualTo(18);
        assertThat(count("(select distinct occurred_at from events where tenant_id = 'few') as times"))
                .isEqualTo(18);
    }

    /** A batch without matches lies between the two sessions of the client. */
    @Test
    void countsAUserOnceWhoseSessionsAreFarApart() throws SQLException {
        run("insert into users (tenant_id, user_id, created_at, last_updated_at) values ('few', 'v', now(), now())");
        run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at, client_ids)"
                        + " select 'few', 'v', to_char(n, 'FM000'), 'k', now(), '2031-01-01Z', now(), array[case when n in (1, 500) then 'far' else 'app' end]"
                        + " from generate_series(1, 500) as n");

        for (String option : List.of(" --dry-run", "")) {
            assertThat(done("sessions revoke --tenant few --client far" + option))
                    .endsWith(" 2 sessions of 1 user.");
        }
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.1, 500", "192.0.2.0/24, 1000", "::/0, 500", "192.0.2.1 --batch 7, 500", "198.51.100.0/24, 0"})
    void unblocksAddresses(String options, int addresses) throws SQLException {
        assertThat(done("blocks unblock --tenant t --dry-run --ip-address " + options))
                .isEqualTo("Would remove %d blocks.".formatted(addresses));
        assertThat(done("blocks unblock --tenant t --ip-address " + options))
                .isEqualTo("Removed %d blocks.".formatted(addresses));

        assertThat(count("ip_access where tenant_id = 't' and block_until is null and failure_count = 0"))
                .isEqualTo(addresses);
        assertThat(count("ip_access where tenant_id = 'other' and block_until is null"))
                .isZero();
        assertThat(count("events where type = 'ip.unblocked' and key_id is null and selector = 'ip_address'"))
                .isEqualTo(addresses);
    }

    /** The first batch takes as long as the pause between two lines. It reads 200 rows, and the next batches read most of them again. */
    @ParameterizedTest
    @CsvSource({
        "sessions revoke --client web, sessions, 30 revoked up to user u030 so far",
        "blocks unblock --ip-address 192.0.2.0/24, ip_access, 30 unblocked up to address 192.0.2.1 so far"
    })
    void showsHowFarItIs(String command, String table, String line) throws SQLException {
        run(
                "create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return old; end $$");
        run("create trigger wait after update or delete on " + table
                + " for each row when (old.user_id = 'u001') execute function wait()");

        assertThat(commands.line(command + " --tenant t").err().lines()).startsWith(line);
    }

    @Test
    void writesJson() {
        assertThat(done("sessions revoke --tenant t --client web -o json"))
                .isEqualTo("{\"dry_run\":false,\"revoked\":500,\"users\":500}");
        assertThat(done("blocks unblock --tenant t --ip-address ::/0 --dry-run -o json"))
                .isEqualTo("{\"dry_run\":true,\"unblocked\":500}");
    }

    /** Committed batches stay. The next run does the rest. */
    @Test
    void continuesAfterAnInterruption() throws SQLException {
        run("create function stop() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$");
        run(
                "create trigger stop before delete on sessions for each row when (old.user_id = 'u300') execute function stop()");
        assertThat(commands.line("sessions revoke --tenant t --client web --batch 100"))
                .isEqualTo(new Outcome(1, "", "The database refused: stopped." + System.lineSeparator()));
        int remaining = count("sessions where tenant_id = 't' and client_ids = '{web}'");
        assertThat(remaining).isBetween(201, 499);
        assertThat(count("events where type = 'session.revoked'")).isEqualTo(500 - remaining);
        run("drop trigger stop on sessions");

        assertThat(done("sessions revoke --tenant t --client web --batch 100"))
                .isEqualTo("Revoked %d sessions of %d users.".formatted(remaining, remaining));
        assertThat(count("events where type = 'session.revoked'")).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sessions revoke --tenant t",
                "sessions revoke --tenant t --except-user u",
                "sessions revoke --client web",
                "sessions revoke --tenant t --client a/b",
                "sessions revoke --tenant t --ip-address 192.0.2.1/24",
                "sessions revoke --tenant t --ip-address here",
                "sessions revoke --tenant t --initiated-before yesterday",
                "sessions revoke --tenant t --client web --batch 0",
                "sessions revoke --tenant t --client web --batch 201",
                "blocks unblock --tenant t",
                "blocks unblock --tenant t --ip-address all",
                "blocks unblock --tenant t --ip-address ::/0 --batch 201",
                "sessions",
                "blocks"
            })
    void refusesWrongUse(String line) throws SQLException {
        assertThat(commands.line(line).exitCode()).isEqualTo(2);
        assertThat(count("events")).isZero();
    }

    @Test
    void failsWithoutTheTenant() {
        assertThat(commands.line("sessions revoke --tenant nobody --client web"))
                .isEqualTo(new Outcome(1, "", "There is no tenant nobody." + System.lineSeparator()));
    }

    private String done(String line) {
        return done(line, commands);
    }

    private static String done(String line, Commands on) {
        Outcome outcome = on.line(line);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        return outcome.onlyLine();
    }

    private int count(String from) throws SQLException {
        List<Integer> counts = Jdbc.query(connection, "select count(*) from " + from, row -> row.getInt(1));
        return counts.getFirst();
    }

    private void run(String statement) throws SQLException {
        Jdbc.update(connection, statement);
    }

    private static Database database(FreshDatabase on) {
        return new Database(on.jdbcUrl(), FreshDatabase.USER, null);
    }
}
