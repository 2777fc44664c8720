package io.useradmin.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which failures mean that the database is unavailable. */
class DatabaseFailureTest {
    static Stream<Throwable> failuresOfAnUnavailableDatabase() {
        return Stream.of(
                new ConnectException("Connection refused"),
                new SocketException("Connection reset"),
                new NoRouteToHostException(),
                new UnknownHostException("db"),
                new TimeoutException(),
                new NoStackTraceThrowable("Timeout"),
                new VertxException("Timeout waiting for connection", true),
                new VertxException("SSL handshake failed", true),
                new NoStackTraceThrowable("Pending requests failed to be sent due to connection has been closed."),
                new NoStackTraceThrowable("Connection is not active now, current status: CLOSED"),
                ClosedConnectionException.INSTANCE,
                new ClosedChannelException(),
                new IOException("Broken pipe"),
                new IOException("Connection reset by peer"),
                new SSLHandshakeException("the certificate has expired"),
                new SSLException("the connection broke"),
                new ConnectionPoolTooBusyException("Connection pool reached max wait queue size of 10"));
    }

    @ParameterizedTest
    @MethodSource("failuresOfAnUnavailableDatabase")
    void recognizesAnUnavailableDatabase(Throwable sign) {
        assertThat(DatabaseFailure.isUnavailable(sign)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("failuresOfAnUnavailableDatabase")
    void looksAtTheCauses(Throwable sign) {
        Throwable wrapped = new CompletionException(new IllegalStateException("wrapped", new RuntimeException(sign)));

        assertThat(DatabaseFailure.isUnavailable(wrapped)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08000", "08003", "08006", "08P01", "53000", "53100", "53200", "53300", "57014", "57P01", "57P02",
                "57P03", "58000", "58030", "25006", "25P03", "25P04", "28000", "28P01", "3D000", "55P03", "40001",
                "40P01", "42P01", "42703", "42883", "CIINF"
            })
    void recognizesStatesOfAnUnavailableDatabase(String state) {
        assertThat(DatabaseFailure.isUnavailable(refusal(state))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "22003", "22P02", "22P05", "23503", "23505", "23514", "25000", "25001", "25P02", "42601", "42501",
                "54000", "0A000", "XX000"
            })
    void treatsARefusedStatementAsOurFault(String state) {
        assertThat(DatabaseFailure.isUnavailable(refusal(state))).isFalse();
        assertThat(DatabaseFailure.isUnavailable(new CompletionException(refusal(state))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "CIINF"})
    void recognizesAConflict(String state) {
        assertThat(DatabaseFailure.isConflict(refusal(state))).isTrue();
        assertThat(DatabaseFailure.isConflict(new CompletionException(refusal(state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40002", "40003", "25006", "53100", "55P03", "57014"})
    void permanentErrorsAreNoConflicts(String state) {
        assertThat(DatabaseFailure.isConflict(refusal(state))).isFalse();
    }

    /** Citus reports this only in the message, without its own SQLSTATE. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "failure on connection marked as essential: worker:5432",
                "failed to prepare transaction 'citus_0_1' on host worker:5432",
                "could not commit transaction for shard 102040 on at least one active node",
                "could not connect to any active placements",
                "could not find an available connection",
                "terminating connection due to unexpected postmaster exit",
                "server closed the connection unexpectedly"
            })
    void recognizesALostNodeOfCitus(String message) {
        assertThat(Stream.of(
                        new PgException(message, "ERROR", "XX000", null),
                        new CompletionException(new SQLException(message, "XX000"))))
                .allMatch(DatabaseFailure::leavesOutcomeOpen)
                .allMatch(DatabaseFailure::isUnavailable);
    }

    @Test
    void recognizesFailuresWithUnknownOutcome() {
        assertThat(Stream.of(
                        ClosedConnectionException.INSTANCE,
                        new ClosedChannelException(),
                        new SocketException("Connection reset"),
                        new IOException("Broken pipe"),
                        new SSLException("the connection broke"),
                        new CompletionException(new SocketException("Broken pipe")),
                        refusal("08006"),
                        refusal("08P01"),
                        refusal("08007"),
                        refusal("57P01"),
                        new CompletionException(new SQLException("terminated", "57P02"))))
                .allMatch(DatabaseFailure::leavesOutcomeOpen);
    }

    @Test
    void recognizesFailuresWithoutChanges() {
        assertThat(Stream.of(
                        new ConnectException("Connection refused"),
                        new NoRouteToHostException(),
                        new UnknownHostException("db"),
                        new SSLHandshakeException("the certificate has expired"),
                        new ConnectionPoolTooBusyException("full"),
                        refusal("40P01"),
                        refusal("57014"),
                        refusal("57P03"),
                        refusal("28P01")))
                .noneMatch(DatabaseFailure::leavesOutcomeOpen);
    }

    /** The message of PostgreSQL, and as a Citus coordinator passes it on. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            insert or update on table "sessions" violates foreign key constraint "sessions_user_fk"               ; 23503
            insert or update on table "sessions_102192" violates foreign key constraint "sessions_user_fk_102192" ; 23503
            duplicate key value violates unique constraint "sessions_user_fk_102192"                              ; 23505
            insert or update on table "sessions_102192" violates foreign key constraint "sessions_user_fk_102192" ; XX000
            """)
    void recognizesTheViolatedConstraint(String message, String state) {
        var refusal = new PgException(message, "ERROR", state, "no detail");

        assertThat(DatabaseFailure.constraint(new CompletionException(refusal))).hasValue("sessions_user_fk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FEHLER: Einfügen in Tabelle »emails« verletzt Fremdschlüssel-Constraint »emails_user_fk« (23503)",
                "ERROR: inserción en la tabla «emails» viola la llave foránea «emails_user_fk» (23503)",
                "ERREUR: la table «\u00a0emails\u00a0» viole la contrainte\nétrangère «\u00a0emails_user_fk\u00a0» (23503)",
                "ERREUR: la table «\u202femails\u202f» viole la contrainte «\u202femails_user_fk_102192\u202f» (23503)",
                "エラー: テーブル\"emails\"への挿入、更新は外部キー制約\"emails_user_fk\"に違反しています (23503)"
            })
    void recognizesTheViolatedConstraintInAnyLanguage(String message) {
        var refusal = new SQLException(message, "23503");

        assertThat(DatabaseFailure.constraint(refusal)).hasValue("emails_user_fk");
    }

    @Test
    void findsNoConstraintInOtherErrors() {
        assertThat(DatabaseFailure.constraint(new PgException("column \"a\" is odd", "ERROR", "42601", "")))
                .isEmpty();
        assertThat(DatabaseFailure.constraint(new PgException("no name", "ERROR", "23503", "")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"users_tenant_fk\"", "\"users_tenant_fk_102008\""})
    void recognizesADeletedTenant(String constraint) {
        String message = "insert or update on table \"users\" violates foreign key constraint " + constraint;

        assertThat(DatabaseFailure.isOfDeletedTenant(new PgException(message, "ERROR", "23503", "")))
                .isTrue();
    }

    @Test
    void treatsEverythingElseAsOurFault() {
        assertThat(Stream.of(
                        new NullPointerException(),
                        new IllegalStateException("database away"),
                        new NoStackTraceThrowable("something else"),
                        new IOException("broken"),
                        new StackOverflowError()))
                .noneMatch(DatabaseFailure::isUnavailable);
    }

    @Test
    void endsIfCausesAreCyclic() {
        var one = new RuntimeException("one");
        one.initCause(new RuntimeException("two", one));

        assertThat(DatabaseFailure.isUnavailable(one)).isFalse();
    }

    private static PgException refusal(String state) {
        return new PgException("refused", "ERROR", state, "no detail");
    }
}
