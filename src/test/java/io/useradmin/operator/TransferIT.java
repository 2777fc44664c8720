package io.useradmin.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Artifact.Ended;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Repeated;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Import and export as separate processes, with files and pipes. The processes may be killed. */
@Timeout(600)
class TransferIT {
    private static final String TENANT = "acme";
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final int INCOMPLETE = 4;

    private final FreshDatabase fresh = new FreshDatabase();
    private final Database database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, FreshDatabase.USER);
    private final Commands commands = new Commands(database, Clock.systemUTC());

    @TempDir
    private Path folder;

    @BeforeEach
    void prepare() {
        assertThat(commands.run("migrate").exitCode()).isZero();
        create(TENANT);
    }

    @AfterEach
    void drop() {
        fresh.close();
    }

    @Test
    void movesATenantThroughFilesAndPipes() throws Exception {
        Stream.of("packed", "read", "piped").forEach(this::create);
        Path plain = file(users(1000));
        Path packed = folder.resolve("users.gz");

        assertThat(imports(plain))
                .isEqualTo(new Ended(DONE, "Imported 1000 users and 0 groups from 1000 lines. Rejected 0.", ""));
        List<String> there = rows(TENANT);
        assertThat(there).hasSize(4000);

        assertThat(run("export", packed.toString(), "--tenant", TENANT))
                .isEqualTo(new Ended(DONE, "Wrote 1000 users to %s.".formatted(packed), ""));
        assertThat(run("import", packed.toString(), "--tenant", "packed").exitCode())
                .isEqualTo(DONE);
        assertThat(rows("packed")).isEqualTo(there);

        ProcessBuilder read = command("import", "-", "--tenant", "read").redirectInput(plain.toFile());
        assertThat(artifact().run(read).exitCode()).isEqualTo(DONE);
        assertThat(rows("read")).isEqualTo(there);

        ProcessBuilder written = command("export", "-", "--tenant", TENANT).redirectError(Redirect.DISCARD);
        assertThat(artifact().run(List.of(written, command("import", "-", "--tenant", "piped"))))
                .isEqualTo(new Ended(DONE, "Imported 1000 users and 0 groups from 1000 lines. Rejected 0.", ""));
        assertThat(rows("piped")).isEqualTo(there);
    }

    @Test
    void continuesAfterAKill() throws Exception {
        create("undisturbed");
        Path file = file(users(500) + "{}\n");
        try (Connection other = blocking("u250")) {
            Process killed = command("import", file.toString(), "--tenant", TENANT, "--batch", "100")
                    .start();
            Locks.awaitBlockedBy(other);
            killed.destroyForcibly();
            assertThat(killed.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(users()).as("only complete batches").isEqualTo(200);

        Ended resumed = imports(file);
        assertThat(resumed.exitCode()).isEqualTo(INCOMPLETE);
        assertThat(resumed.out())
                .isEqualTo("Imported 300 users and 0 groups from 501 lines. Rejected 1."
                        + " The first 200 were completed before.");
        assertThat(commands.run("import", file.toString(), "--tenant", "undisturbed")
                        .exitCode())
                .isEqualTo(INCOMPLETE);
        assertThat(rows(TENANT)).hasSize(2000).isEqualTo(rows("undisturbed"));
        assertThat(imports(file).out())
                .as("a finished import starts from the beginning")
                .endsWith("Rejected 1.");
    }

    @Repeated
    @Test
    void allowsOneImportAtATimeIntoATenant() throws Exception {
        Path file = file(users(10));
        Process first;
        try (Connection other = blocking("u5")) {
            first = command("import", file.toString(), "--tenant", TENANT)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            Locks.awaitBlockedBy(other);
            assertThat(imports(file))
                    .isEqualTo(new Ended(FAILED, "", "An import into tenant acme, or its deletion, is running."));
        }
        assertThat(first.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(first.exitValue()).isEqualTo(DONE);
        assertThat(users()).isEqualTo(10);
    }

    @Test
    void leavesNoPartialExportWhenTerminated() throws Exception {
        Path exports = Files.createDirectory(folder.resolve("exports"));
        try (Connection other = database.connect()) {
            other.setAutoCommit(false);
            Jdbc.update(other, "lock table users");
            Process exporting = command("export", exports.resolve("users").toString(), "--tenant", TENANT)
                    .start();
            Locks.awaitBlockedBy(other);
            assertThat(exports).isNotEmptyDirectory();
            exporting.destroy();
            assertThat(exporting.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(exports).isEmptyDirectory();
    }

    /** Stored documents can need far more memory than the lines of a batch. */
    @Test
    void replacesLargeDocumentsWithLittleMemory() throws Exception {
        try (Connection connection = database.connect()) {
            Jdbc.update(connection, """
                    insert into users (tenant_id, user_id, created_at, last_updated_at, public_data, private_data)
                    select ?, 'u' || number, to_timestamp(0), to_timestamp(0), document, document
                      from generate_series(1, 1000) as number,
                           jsonb_build_object('text', repeat('x', 65000)) as document
                    """, TENANT);
        }
        Path file = file(IntStream.rangeClosed(1, 1000)
                .mapToObj("{\"user_id\": \"u%d\"}\n"::formatted)
                .collect(Collectors.joining()));
        ProcessBuilder importing = command("import", file.toString(), "--tenant", TENANT);
        importing.environment().put("JAVA_TOOL_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");

        assertThat(artifact().run(importing).out())
                .isEqualTo("Imported 1000 users and 0 groups from 1000 lines. Rejected 0.");

        assertThat(
                        number(
                                "select count(*) from users where tenant_id = ? and public_data = '{}' and private_data = '{}'"))
                .isEqualTo(1000);
        assertThat(number("select count(*) from events where tenant_id = ? and type = 'user.updated'"))
                .isEqualTo(1000);
    }

    @Repeated
    @Test
    void reportsATruncatedGzipFile() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(users(20_000).getBytes(UTF_8));
        }
        Path file = folder.resolve("users.gz");
        Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() / 2));

        Ended ended = imports(file);
        assertThat(ended.exitCode()).isEqualTo(FAILED);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .as("on a slow machine after lines about the progress")
                .matches("([0-9]+ %.*\\R)*The import stopped. Correct the file and run it again:"
                        + " the gzip file ends too early or is damaged, after line [0-9]+");
        assertThat(users()).as("only complete batches").isPositive().isEqualTo(linesDone());
    }

    @Repeated
    @Test
    void rejectsInvalidLinesAndStopsThereIfStrict() throws Exception {
        Path file = file(
                users(3) + "{\"user_id\": \"wrong\", \"emails\": [{\"email\": \"nobody\"}]}\n{\"user_id\": \"last\"}");
        assertThat(run("import", file.toString(), "--tenant", TENANT, "--strict"))
                .isEqualTo(new Ended(
                        FAILED,
                        "",
                        "The import stopped: line 4 is invalid, see %s.acme.rejects. The lines before it are imported."
                                .formatted(file)));
        assertThat(users()).isEqualTo(3);

        assertThat(imports(file))
                .isEqualTo(new Ended(
                        INCOMPLETE,
                        "Imported 1 user and 0 groups from 5 lines. Rejected 1. The first 3 were completed before.",
                        "Rejected 1 line: see %s.acme.rejects".formatted(file)));
        assertThat(users()).isEqualTo(4);
        assertThat(Path.of(file + ".acme.rejects"))
                .content()
                .startsWith("{\"line\":4,\"errors\":[{\"pointer\":\"/emails/0/email\",")
                .hasLineCount(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reportsAFullDisk() throws Exception {
        Path file = file(users(5) + "{}\n");
        Ended rejecting = run("import", file.toString(), "--tenant", TENANT, "--rejects", "/dev/full", "--batch", "4");
        assertThat(rejecting)
                .isEqualTo(new Ended(
                        FAILED,
                        "",
                        "The import stopped. Run it again to continue:"
                                + " the rejects file /dev/full: No space left on device"));
        assertThat(users()).as("only complete batches").isEqualTo(4);

        Ended exporting = run("export", "/dev/full", "--tenant", TENANT);
        assertThat(exporting).isEqualTo(new Ended(FAILED, "", "The export stopped: No space left on device"));
    }

    @Test
    void reportsAMissingTenantAndWrongUse() throws Exception {
        Path file = file(users(1));
        assertThat(run("import", file.toString(), "--tenant", "nobody"))
                .isEqualTo(new Ended(FAILED, "", "There is no tenant nobody."));
        assertThat(run("export", "-", "--tenant", "nobody"))
                .isEqualTo(new Ended(FAILED, "", "There is no tenant nobody."));
        assertThat(run("import", file.toString()))
                .isEqualTo(new Ended(
                        WRONG_USE, "", "Missing required option: '--tenant=<id>' (see 'useradmin import --help')"));
    }

    /** Otherwise, the export would not be recorded. */
    @Test
    void exportsNothingIfTheSettingThatRecordsItIsMisspelled() throws Exception {
        Map<String, String> settings = new HashMap<>(fresh.settings());
        settings.put("USERADMIN_AUDIT_READS", "ture");

        Ended exporting = new Artifact(folder, settings).run("export", "-", "--tenant", TENANT);

        assertThat(exporting.exitCode()).isEqualTo(FAILED);
        assertThat(exporting.out()).isEmpty();
        assertThat(exporting.err()).startsWith("useradmin.audit.reads must be true or false, but is ture");
    }

    /** A connection with an uncommitted user that blocks the import at this user. */
    private Connection blocking(String user) throws SQLException {
        Connection other = database.connect();
        other.setAutoCommit(false);
        Jdbc.update(
                other,
                "insert into users (tenant_id, user_id, created_at, last_updated_at) values (?, ?, now(), now())",
                TENANT,
                user);
        return other;
    }

    private Artifact artifact() {
        return new Artifact(folder, fresh.settings());
    }

    private ProcessBuilder command(String... arguments) {
        return artifact().command(arguments);
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        return artifact().run(arguments);
    }

    private Ended imports(Path file) throws IOException, InterruptedException {
        return run("import", file.toString(), "--tenant", TENANT);
    }

    private void create(String tenant) {
        assertThat(commands.run("tenant", "create", tenant, "--name", "Tenant").exitCode())
                .isZero();
    }

    private Path file(String lines) throws IOException {
        return Files.writeString(folder.resolve("users"), lines);
    }

    /** Lines with all members, so that two imports fill in no different defaults. */
    private static String users(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> """
                        {"user_id": "u%1$d", "creation_time": %1$d, "last_updated": %1$d,\
                         "emails": [{"id": "e", "email": "u%1$d@example.com"}],\
                         "sessions": [{"session_id": "s", "session_key": "k%1$d", "initiated_at": 1, "expires_at": 2,\
                                       "last_updated": 1}],\
                         "blocked_ips": [{"ip": "2001:db8::%1$d", "login_count": 1, "failure_count": 2,\
                                          "last_login_attempt": 3, "block_until": 4}]}
                        """.formatted(number))
                .collect(Collectors.joining());
    }

    private long users() throws SQLException {
        return number("select count(*) from users where tenant_id = ?");
    }

    private long linesDone() throws SQLException {
        return number("select lines from import_progress where tenant_id = ?");
    }

    private long number(String query) throws SQLException {
        try (Connection connection = database.connect()) {
            return Jdbc.query(connection, query, row -> row.getLong(1), TENANT).getFirst();
        }
    }

    /** The tenant's rows, without tenant id and versions, which each database sets itself. */
    private List<String> rows(String tenant) throws SQLException {
        try (Connection connection = database.connect()) {
            return Jdbc.query(connection, """
                    select (content - '{tenant_id,public_data_version,private_data_version}'::text[])::text
                      from (select to_jsonb(t) from users t union all select to_jsonb(t) from emails t
                            union all select to_jsonb(t) from sessions t union all select to_jsonb(t) from ip_access t) as held (content)
                     where content ->> 'tenant_id' = ?
                     order by 1
                    """, row -> row.getString(1), tenant);
        }
    }
}
