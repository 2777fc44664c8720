package io.useradmin.testsupport;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A PostgreSQL server for one test, which can be killed, frozen and restarted on the same port with its data. Unlike the usual
 * embedded server, it loses no committed data when it is killed.
 */
public final class OwnPostgres implements AutoCloseable, SqlDatabase {
    /** With this file, a server starts as a standby. */
    private static final String STANDBY = "standby.signal";

    private final Path data;
    private final Map<String, String> settings;
    private EmbeddedPostgres server;
    private Optional<Process> withDisk = Optional.empty();

    /** Starts an empty server with {@code settings}, in addition to those that make commits durable. */
    public OwnPostgres(Map<String, String> settings) throws IOException {
        this(PostgresTemplate.empty(), settings);
    }

    /** The same with the newest schema. */
    public static OwnPostgres migrated(Map<String, String> settings) throws IOException {
        return new OwnPostgres(PostgresTemplate.migrated(), settings);
    }

    private OwnPostgres(Path data, Map<String, String> settings) throws IOException {
        this.data = data;
        this.settings = new HashMap<>(settings);
        // No fsync: a process crash cannot lose what the operating system's cache has.
        this.settings.put("fsync", "off");
        this.settings.put("synchronous_commit", "on");
        this.server = builder().start();
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public String reactiveUrl() {
        return reactiveUrl("postgres");
    }

    /** The URL of another database of the server. */
    public String reactiveUrl(String database) {
        return "postgresql://localhost:%d/%s".formatted(port(), database);
    }

    @Override
    public Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    /** Migrates to the newest schema. */
    public void migrate() {
        migrate(PostgresTemplate.NEWEST);
    }

    /** Migrates to {@code version}. */
    public void migrate(String version) {
        PostgresTemplate.migrate(server, version);
    }

    /** Creates a tenant {@code t} with a group {@code g}. Returns a key with all scopes. */
    public String key() throws SQLException {
        return tenant("t");
    }

    /** The last query of each connection of the service. */
    public List<String> lastQueriesOfService() throws SQLException {
        return list("select query from pg_stat_activity where application_name = 'vertx-pg-client'");
    }

    /** Waits until exactly this many connections wait for a lock. */
    public void awaitLockWaits(int count) {
        Await.until(
                count + " connections wait for a lock",
                () -> list("select pid from pg_stat_activity where wait_event_type = 'Lock'")
                                .size()
                        == count);
    }

    /** Kills all processes of the server, as in a power failure. */
    public void kill() throws Exception {
        Postmaster.kill(data);
    }

    /** Starts the server again after {@link #kill}. */
    public void restart() throws IOException {
        int port = port();
        server.close();
        Files.deleteIfExists(data.resolve(Postmaster.FILE));
        server = builder().setPort(port).start();
    }

    /** Starts the server again after {@link #kill}, as a read-only standby. */
    public void restartReadOnly() throws IOException {
        Files.createFile(data.resolve(STANDBY));
        restart();
    }

    /** Starts a synchronous standby of this server. From now on, this server acknowledges only commits that the standby has. */
    public OwnPostgres standby() throws Exception {
        Postmaster.stop(server, data);
        Path copy = PostgresTemplate.copy(data);
        Files.createFile(copy.resolve(STANDBY));
        restart();
        Files.writeString(
                copy.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=localhost port=%d user=postgres'%n".formatted(port()),
                StandardOpenOption.APPEND);
        var standby = new OwnPostgres(copy, settings);
        run("alter system set synchronous_standby_names = '*'");
        run("select pg_reload_conf()");
        Await.until(
                "the standby follows",
                () -> !list("select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'")
                        .isEmpty());
        return standby;
    }

    /** From now on, this server no longer waits for its standbys. */
    public void acknowledgeAlone() throws SQLException {
        run("alter system reset synchronous_standby_names");
        run("select pg_reload_conf()");
    }

    /** Promotes a standby to primary. */
    public void promote() throws SQLException {
        run("select pg_promote()");
    }

    /** Whether this machine allows {@link #restartWithDisk}. It needs user namespaces. */
    public static boolean canRestartWithDisk() throws IOException, InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-Urm", "sh", "-c", "mount -t tmpfs none /tmp && exec unshare -U true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notInstalled) {
            return false;
        }
    }

    /** Restarts the server. Tables created from then on are on a disk of this many megabytes. */
    public void restartWithDisk(int megabytes) throws Exception {
        String program = Postmaster.of(data).info().command().orElseThrow();
        int port = port();
        Postmaster.stop(server, data);
        Path disk = Files.createDirectory(data.resolve("disk"));
        List<String> command = new ArrayList<>(List.of(
                "unshare",
                "-Urm",
                "sh",
                "-c",
                "mount -t tmpfs -o size=%dm none %s && exec unshare -U \"$@\"".formatted(megabytes, disk),
                "sh",
                program,
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port)));
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        withDisk = Optional.of(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(data.resolve("log-of-disk").toFile())
                .start());
        Await.until("the server accepts connections", this::answers);
        run("create tablespace disk location '" + disk + "'");
        run("alter system set default_tablespace = disk");
        run("select pg_reload_conf()");
    }

    /** Stops all processes of the server with SIGSTOP: connections stay open, but nothing responds. */
    public void freeze() throws IOException, InterruptedException {
        Postmaster.signal(data, "STOP");
    }

    public void thaw() throws IOException, InterruptedException {
        Postmaster.signal(data, "CONT");
    }

    @Override
    public void close() throws Exception {
        if (withDisk.isPresent()) {
            withDisk.get().destroyForcibly().waitFor();
        }
        server.close();
        MadeOnce.delete(data);
    }

    private EmbeddedPostgres.Builder builder() {
        EmbeddedPostgres.Builder builder = PostgresTemplate.builder(data);
        settings.forEach(builder::setServerConfig);
        return builder;
    }

    private boolean answers() {
        try {
            return !list("select 1").isEmpty();
        } catch (SQLException notYet) {
            return false;
        }
    }
}
