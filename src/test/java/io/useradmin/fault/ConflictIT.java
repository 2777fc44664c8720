package io.useradmin.fault;

import static io.useradmin.fault.Recovery.SOME;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.RawConnection;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service retries transactions that PostgreSQL rolls back because of a conflict. Clients do not notice. */
class ConflictIT {
    private static final int TRIES = 11;
    private static final int GATE = 1;

    private static OwnPostgres database;
    private static ServiceProcess service;
    private static String key;

    @BeforeAll
    static void start() throws Exception {
        database = OwnPostgres.migrated(Map.of("deadlock_timeout", "100ms"));
        key = database.key();
        service = ServiceProcess.start(database.reactiveUrl(), Map.of());
    }

    @AfterAll
    static void end() throws Exception {
        service.close();
        database.close();
    }

    /** With this isolation level, PostgreSQL rolls back every transaction that might break the serial order. */
    @Test
    void serializable() throws Exception {
        database.run("alter database postgres set default_transaction_isolation = serializable");
        try (ServiceProcess strict = ServiceProcess.start(database.reactiveUrl(), Map.of());
                Load load = new Load(strict, key)) {
            load.awaitAcknowledged(6 * SOME);
            Await.until(
                    "some were given up",
                    () -> !database.list(
                                    "select 1 from pg_stat_database where datname = 'postgres' and xact_rollback > "
                                            + SOME)
                            .isEmpty());
            Recovery.check("Every transaction serializable", strict, load, database);
        } finally {
            database.run("alter database postgres reset default_transaction_isolation");
        }
    }

    /**
     * The operation locks the user, then a row of the user. The other transaction holds this row already, and requests the user
     * while the operation waits at a gate. So the operation completes the cycle, detects the deadlock and is rolled back.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            emails              | PUT    |                                   | {"emails": [{"email": "new@example.com"}]}
            external_identities | POST   | /external_authenticator/disconnect | {"authenticator": "google", "provider_user_id": "apiusersexternal_identities"}
            sessions            | DELETE |                                   | ''
            """)
    void deadlock(String table, String method, String path, String body) throws Exception {
        String user = "/api/users/" + table;
        write(user);
        addGate(table);
        try (Connection other = transaction();
                Connection gatekeeper = transaction()) {
            execute(other, "select 1 from " + table + " where user_id = '" + table + "' for update");
            execute(gatekeeper, "select pg_advisory_xact_lock(" + GATE + ")");
            CompletableFuture<HttpResponse<String>> answer =
                    service.begin(key, method, path == null ? user : user + path, body);
            database.awaitLockWaits(1);
            CompletableFuture<Void> wanted = Concurrently.begin(() -> lockUser(other, table));
            database.awaitLockWaits(2);
            gatekeeper.rollback();
            wanted.join();
            assertThat(answer).as("waits for the other transaction").isNotDone();
            other.rollback();

            assertThat(answer.join().statusCode()).as(answer.join().body()).isIn(200, 204);
            assertThat(service.faults()).isEmpty();
        }
    }

    /** Every try fails. The client must get a response soon. */
    @Test
    void givesUpAfterTheLastTry() throws Exception {
        write("/api/users/busy");
        refuse("busy", "null");

        HttpResponse<String> refusal = service.begin(
                        key, "PATCH", "/api/users/busy/private_data", "{\"private_data\": {\"a\": 1}}")
                .join();

        Recovery.assertUnavailable(refusal);
        assertThat(refusal.body()).contains("Nothing was changed");
        assertThat(tries("busy")).isEqualTo(TRIES);
        assertThat(service.get(key, "/api/users/busy/private_data").body()).isEqualTo("{\"private_data\":{}}");
        assertThat(service.faults()).isEmpty();
    }

    /** The conflict comes when nobody waits for the response any more. */
    @Test
    void triesOnlyOnceForAClientThatHasDisconnected() throws Exception {
        write("/api/users/left");
        refuse("left", "pg_advisory_xact_lock_shared(%d)".formatted(GATE));
        String body = "{\"private_data\": {\"a\": 1}}";
        try (Connection gatekeeper = transaction()) {
            execute(gatekeeper, "select pg_advisory_xact_lock(" + GATE + ")");
            RawConnection client = RawConnection.open(service);
            client.send("PATCH /api/users/left/private_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + key
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            database.awaitLockWaits(1);
            client.reset();
            Await.until(
                    "the service knows that the client has left",
                    () -> HeldGauges.of(service).get("in_flight") == 0);
            gatekeeper.rollback();
        }

        HeldGauges.awaitZero(service);
        assertThat(tries("left")).isEqualTo(1);
        assertThat(service.faults()).isEmpty();
    }

    /** From now on, each update of the user is counted, then evaluates {@code first}, and fails. */
    private static void refuse(String user, String first) throws SQLException {
        database.run("create sequence tries_%s".formatted(user));
        database.run("""
                create function refuse_%1$s() returns trigger language plpgsql as $$
                begin
                    perform nextval('tries_%1$s');
                    perform %2$s;
                    raise exception 'in the way' using errcode = 'serialization_failure';
                end $$
                """.formatted(user, first));
        database.run("""
                create trigger refuse_%1$s before update on users for each row
                when (old.user_id = '%1$s') execute function refuse_%1$s()
                """.formatted(user));
    }

    private static int tries(String user) throws SQLException {
        return Integer.parseInt(
                database.list("select last_value from tries_%s".formatted(user)).getFirst());
    }

    private static void write(String user) {
        HttpResponse<String> created = service.begin(key, "PUT", user, """
                        {"emails": [{"email": "old-%1$s@example.com"}],
                         "idps": [{"authenticator": "google", "provider_user_id": "%1$s"}]}""".formatted(user.replace("/", "")))
                .join();
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
        assertThat(service.begin(
                                key,
                                "PUT",
                                user + "/sessions/s",
                                "{\"session_key\": \"k\", \"expires_at\": 32503680000}")
                        .join()
                        .statusCode())
                .isEqualTo(201);
    }

    /** From now on, a write to the table waits until nobody holds the gate. */
    private static void addGate(String table) throws SQLException {
        database.run("""
                create or replace function wait_at_gate() returns trigger language plpgsql as $$
                begin
                    perform pg_advisory_xact_lock_shared(%d);
                    return null;
                end $$
                """.formatted(GATE));
        database.run("create trigger gate before insert or update or delete on " + table
                + " for each statement execute function wait_at_gate()");
    }

    /** A transaction that never detects a deadlock itself. */
    private static Connection transaction() throws SQLException {
        Connection transaction = database.connect();
        transaction.setAutoCommit(false);
        execute(transaction, "set local deadlock_timeout = '1h'");
        return transaction;
    }

    private static Void lockUser(Connection transaction, String user) {
        try {
            execute(transaction, "select 1 from users where user_id = '" + user + "' for update");
            return null;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void execute(Connection transaction, String sql) throws SQLException {
        try (var statement = transaction.createStatement()) {
            statement.execute(sql);
        }
    }
}
