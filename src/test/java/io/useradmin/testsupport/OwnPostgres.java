package io.useradmin.testsupport;

import io.useradmin.apikey.ApiKey;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;

/**
 * A PostgreSQL server of a test's own, which may be killed, frozen and started again at the same port with what it has written.
 * It keeps its word on what it has committed, which embedded servers commonly do not.
 */
public final class OwnPostgres implements AutoCloseable {
    private final Path data;
    private final Map<String, String> settings;
    private EmbeddedPostgres server;

    /** Starts a server with {@code settings} beside those that make it durable. */
    public OwnPostgres(Map<String, String> settings) throws IOException {
        this.data = Files.createTempDirectory("own-postgres");
        this.settings = new HashMap<>(settings);
        this.settings.put("fsync", "on");
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
    public OwnPostgres migrated() {
        flyway("latest");
        return this;
    }

    /** Brings the schema to {@code version}. */
    public void migrate(String version) {
        flyway(version);
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

    /** The first column of every row, as text. */
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
        signal("KILL");
    }

    /** Starts it again after it was killed. */
    public void restart() throws IOException {
        int port = port();
        server.close();
        Files.deleteIfExists(data.resolve("postmaster.pid"));
        server = builder().setPort(port).start();
    }

    /** Stops all of its processes where they are: connections stay, and nothing answers. */
    public void freeze() throws IOException, InterruptedException {
        signal("STOP");
    }

    public void thaw() throws IOException, InterruptedException {
        signal("CONT");
    }

    @Override
    public void close() throws IOException {
        server.close();
        try (Stream<Path> files = Files.walk(data)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private EmbeddedPostgres.Builder builder() {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setLocaleConfig("locale", "C");
        settings.forEach(builder::setServerConfig);
        return builder;
    }

    private void flyway(String target) {
        Flyway.configure()
                .dataSource(server.getPostgresDatabase())
                .locations("classpath:db/migration")
                .target(target)
                .load()
                .migrate();
    }

    private void signal(String name) throws IOException, InterruptedException {
        long postmaster = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
        List<ProcessHandle> children =
                ProcessHandle.of(postmaster).orElseThrow().descendants().toList();
        // The first process goes first, so that it starts no other and takes no notice of what happens to its children.
        List<String> command = new ArrayList<>(List.of("kill", "-" + name, Long.toString(postmaster)));
        children.forEach(child -> command.add(Long.toString(child.pid())));
        new ProcessBuilder(command).start().waitFor();
    }
}
