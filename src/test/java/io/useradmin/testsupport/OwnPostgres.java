package io.useradmin.testsupport;

import io.useradmin.apikey.ApiKey;
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
 * A PostgreSQL server of a test's own, which may be killed, frozen and started again at the same port with what it has written.
 * It loses nothing that it has committed when it is killed, which embedded servers commonly do.
 */
public final class OwnPostgres implements AutoCloseable, Readable {
    /** A file by which a server knows that it follows another. */
    private static final String STANDBY = "standby.signal";

    private final Path data;
    private final Map<String, String> settings;
    private EmbeddedPostgres server;
    private Optional<Process> withDisk = Optional.empty();

    /** Starts an empty server with {@code settings} beside those that make it durable. */
    public OwnPostgres(Map<String, String> settings) throws IOException {
        this(PostgresTemplate.empty(), settings);
    }

    /** The same with the schema that the service needs. */
    public static OwnPostgres migrated(Map<String, String> settings) throws IOException {
        return new OwnPostgres(PostgresTemplate.migrated(), settings);
    }

    private OwnPostgres(Path data, Map<String, String> settings) throws IOException {
        this.data = data;
        this.settings = new HashMap<>(settings);
        // What a killed process has written is with the operating system, which goes on.
        this.settings.put("fsync", "off");
        this.settings.put("synchronous_commit", "on");
        this.server = builder().start();
    }

    public int port() {
        return server.getPort();
    }

    /** As the service is told where it is. */
    public String reactiveUrl() {
        return "postgresql://localhost:%d/postgres".formatted(port());
    }

    public Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    /** Brings the schema to what the service needs. */
    public void migrate() {
        migrate(PostgresTemplate.NEWEST);
    }

    /** Brings the schema to {@code version}. */
    public void migrate(String version) {
        PostgresTemplate.migrate(server, version);
    }

    /** A tenant {@code t} with a group {@code g}, and a key of it that is good for everything. */
    public String key() throws SQLException {
        ApiKey key = Tenant.newKey();
        run("insert into tenants (tenant_id, name, created_at) values ('t', 'Test', now()) on conflict do nothing");
        run("insert into groups (tenant_id, group_id, name, created_at) values ('t', 'g', 'Test', now())"
                + " on conflict do nothing");
        run("""
                insert into api_keys (key_id, tenant_id, name, secret_sha256, scopes, created_at)
                values ('%s', 't', 'test', '%s', '{*}', now())
                """.formatted(key.keyId(), key.secretDigest()));
        return key.reveal();
    }

    /** The connections of the service, by what each did last. */
    public List<String> connectionsOfService() throws SQLException {
        return list("select query from pg_stat_activity where application_name = 'vertx-pg-client'");
    }

    /** Waits until so many connections wait for locks of others. */
    public void awaitWaiting(int count) throws Exception {
        ServiceProcess.await(
                count + " wait for a lock",
                () -> list("select pid from pg_stat_activity where wait_event_type = 'Lock'")
                                .size()
                        == count);
    }

    @Override
    public List<String> list(String query) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    /** Runs a statement that answers nothing. */
    public void run(String sql) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Ends all of its processes as if the machine had lost its power. */
    public void kill() throws IOException, InterruptedException {
        Postmaster.signal(data, "KILL");
    }

    /** Starts it again after it was killed. */
    public void restart() throws IOException {
        int port = port();
        server.close();
        Files.deleteIfExists(data.resolve(Postmaster.FILE));
        server = builder().setPort(port).start();
    }

    /** Starts it again after it was killed, as one that follows another and is read-only. */
    public void restartReadOnly() throws IOException {
        Files.createFile(data.resolve(STANDBY));
        restart();
    }

    /** A second server that follows this one, which from then on acknowledges nothing that the other does not have. */
    public OwnPostgres standby() throws Exception {
        server.close();
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
        ServiceProcess.await(
                "the standby follows",
                () -> !list("select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'")
                        .isEmpty());
        return standby;
    }

    /** Makes a standby take over. */
    public void promote() throws SQLException {
        run("select pg_promote()");
    }

    /** Whether this machine lets a server have a disk of its own: not where namespaces are forbidden. */
    public static boolean mayHaveDisk() throws IOException, InterruptedException {
        try {
            return new ProcessBuilder("unshare", "-Urm", "sh", "-c", "mount -t tmpfs none /tmp && exec unshare -U true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notInstalled) {
            return false;
        }
    }

    /** Starts it again with a disk of so many megabytes for the tables that are made from then on. */
    public void restartWithDisk(int megabytes) throws Exception {
        ProcessHandle postmaster = Postmaster.of(data);
        String program = postmaster.info().command().orElseThrow();
        int port = port();
        server.close();
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
        ServiceProcess.await("it is there again", this::answers);
        run("create tablespace disk location '" + disk + "'");
        run("alter system set default_tablespace = disk");
        run("select pg_reload_conf()");
    }

    /** Stops all of its processes where they are: connections stay, and nothing answers. */
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
        PostgresTemplate.delete(data);
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
