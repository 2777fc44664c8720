package io.useradmin.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.SessionLock;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Errors around an import: each is reported in one line, and nothing is half done. */
@Timeout(value = 600, threadMode = ThreadMode.SEPARATE_THREAD)
class ImportTroubleTest {
    private static final String STOPPED = "The import stopped. Run it again to continue: ";

    private final Commands commands = Commands.onTestDatabase(Clock.systemUTC());
    private final Tenant tenant = Tenant.create();

    @TempDir
    private Path folder;

    @Test
    void aMissingTenant() throws IOException {
        fails(commands.run("import", file(users(1)).toString(), "--tenant", "nobody"), "There is no tenant nobody.");
    }

    @Test
    void aFileThatCannotBeRead() {
        Path missing = folder.resolve("missing");
        fails(imports(missing), "The file " + missing + " does not exist or cannot be read.");
        fails(imports(folder), "The file " + folder + " does not exist or cannot be read.");
    }

    @Test
    void wrongUse() throws IOException {
        Path file = file(users(1));
        assertThat(commands.run("import", "--tenant", tenant.id())).satisfies(ImportTroubleTest::isWrongUse);
        assertThat(commands.run("import", file.toString())).satisfies(ImportTroubleTest::isWrongUse);
        assertThat(commands.run("import", file.toString(), "--tenant", "ä")).satisfies(ImportTroubleTest::isWrongUse);
        assertThat(commands.run("import", file.toString(), "--tenant", tenant.id(), "--batch", "0"))
                .satisfies(ImportTroubleTest::isWrongUse);
        assertThat(commands.run("import", file.toString(), "--tenant", tenant.id(), "--rejects", file.toString()))
                .satisfies(ImportTroubleTest::isWrongUse);
        assertThat(file).hasContent(users(1));
    }

    /** The rejects file replaces an earlier one, so the import would delete the file that it reads. */
    @Test
    void theFileThatIsReadUnderAnotherNameForRejects() throws IOException {
        Path file = file(users(1));
        Path otherSpelling = folder.resolve(".").resolve(file.getFileName());
        Path link = Files.createLink(folder.resolve("link"), file);
        for (Path rejects : List.of(otherSpelling, link)) {
            assertThat(commands.run(
                            "import", file.toString(), "--tenant", tenant.id(), "--rejects", rejects.toString()))
                    .satisfies(ImportTroubleTest::isWrongUse);
            assertThat(rejects).hasContent(users(1));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskForRejects() throws IOException {
        Path file = file(users(5) + "{}\n");
        Outcome outcome = commands.run(
                "import", file.toString(), "--tenant", tenant.id(), "--rejects", "/dev/full", "--batch", "4");
        fails(outcome, STOPPED + "the rejects file /dev/full: No space left on device");
        assertThat(countOf("users")).as("only complete batches").isEqualTo(4);
        assertThat(imports(file).onlyLine())
                .contains("Imported 1 user", "Rejected 1.", "The first 4 were completed before.");
    }

    @Test
    void aGroupThatAnotherTransactionCreatesMeanwhile() throws Exception {
        Path file = file("{\"group_id\": \"staff\", \"name\": \"Staff\"}\n");
        CompletableFuture<Outcome> importing;
        try (Connection other = TestDatabase.begin()) {
            Jdbc.update(
                    other,
                    "insert into groups (tenant_id, group_id, name, created_at) values (?, 'staff', 'Other', now())",
                    tenant.id());
            importing = Concurrently.begin(() -> imports(file));
            Locks.awaitBlockedBy(other);
            other.commit();
        }

        assertThat(importing.join().onlyLine()).startsWith("Imported 0 users and 1 group ");
        assertThat(Sql.list("select (type, changed)::text from events where tenant_id = ?", tenant.id()))
                .containsExactly("(group.updated,{/name})");
    }

    @Test
    void aTruncatedGzipFile() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(users(20_000).getBytes(UTF_8));
        }
        Path file = folder.resolve("users.gz");
        Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() / 2));
        Outcome outcome = imports(file);
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err())
                .containsPattern(
                        "The import stopped. Correct the file and run it again: the gzip file ends too early or is damaged, after line [1-9][0-9]+\\R");
        assertThat(countOf("users")).isPositive().isEqualTo(linesDone());
    }

    /** Also if the line's first 4 MiB are blank or a complete user. */
    @Test
    void aLineThatIsTooLong() throws IOException {
        String longLine = "{\"user_id\": \"long\", \"public_data\": {\"a\": \"" + "x".repeat(5_000_000) + "\"}}\n";
        String padded = "{\"user_id\": \"padded\"}" + " ".repeat(5_000_000) + "\n";

        String blank = " ".repeat(5_000_000) + "{}\n";

        Outcome outcome = imports(file(users(3) + longLine + padded + blank + "{\"user_id\": \"last\"}\n"));

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.out()).startsWith("Imported 4 users and 0 groups from 7 lines. Rejected 3.");
        assertThat(countOf("users")).isEqualTo(4);
    }

    @Test
    void anotherImportIntoTheTenant() throws SQLException, IOException {
        try (Connection other = TestDatabase.connect()) {
            assertThat(SessionLock.acquire(other, "useradmin import " + tenant.id()))
                    .isTrue();
            fails(imports(file(users(1))), "An import into tenant " + tenant.id() + ", or its deletion, is running.");
            assertThat(commands.run(
                                    "import",
                                    file(users(1)).toString(),
                                    "--tenant",
                                    Tenant.create().id())
                            .exitCode())
                    .as("into another tenant")
                    .isZero();
        }
        assertThat(imports(file(users(1))).exitCode()).isZero();
    }

    /** Each has its own rejects. The identifier of the second tenant has characters that some file systems refuse. */
    @Test
    void theSameFileIntoTwoTenants() throws IOException {
        String second = tenant.id() + "|2";
        assertThat(commands.run("tenant", "create", second).exitCode()).isZero();
        Path file = file(users(1) + "{}\n");
        for (String each : List.of(tenant.id(), second)) {
            assertThat(commands.run("import", file.toString(), "--tenant", each).exitCode())
                    .isEqualTo(ExitCode.INCOMPLETE);
        }
        assertThat(rejects()).content().hasLineCount(1);
        assertThat(folder.resolve("users." + tenant.id() + "%7C2.rejects"))
                .content()
                .hasLineCount(1);
    }

    @Test
    void anotherFileUnderTheNameOfTheRejects() throws IOException {
        Path other = Files.writeString(folder.resolve("notes"), "precious");
        Outcome outcome = commands.run(
                "import", file(users(1)).toString(), "--tenant", tenant.id(), "--rejects", other.toString());
        fails(outcome, STOPPED + "the rejects file " + other + ": it has other content, which is not deleted");
        assertThat(other).hasContent("precious");
    }

    @Test
    void aConflictAfterTheRejectsOfABatchWereWritten() throws Exception {
        Path file = file(users(2) + "{}\n");
        try (var conflict = new FailingInserts(tenant, "import_progress", "number = 1", "40001")) {
            assertThat(imports(file).out()).startsWith("Imported 2 users and 0 groups from 3 lines. Rejected 1.");
            assertThat(conflict.inserts()).isEqualTo(2);
        }
        assertThat(rejects()).content().hasLineCount(1);
    }

    /** The import inserts both users, then again to search for the faulty line, and then the first user alone. */
    @Test
    void aConflictDuringTheSearchForAFaultyLine() throws Exception {
        Path file = file(users(2));
        try (var conflict = new FailingInserts(tenant, "users", "number = 5", "40001");
                var _ = new FailingInserts(tenant, "users", "new.user_id = 'u2'", "22023")) {
            assertThat(imports(file).out()).startsWith("Imported 1 user and 0 groups from 2 lines. Rejected 1.");
            assertThat(conflict.inserts()).isGreaterThan(5);
        }
        assertThat(rejects()).content().contains("\"line\":2", "SQLSTATE 22023").hasLineCount(1);
    }

    /** The search tries parts of the batch. A user is not faulty because its group is in another part. */
    @Test
    void aFaultyLineBesideMembersOfANewGroup() throws Exception {
        Path file = file("""
                {"group_id": "staff", "name": "Staff"}
                {"user_id": "u1", "groups": [{"group_id": "staff"}]}
                {"user_id": "u2", "groups": [{"group_id": "staff"}]}
                {"user_id": "u3", "groups": [{"group_id": "staff"}]}
                """);
        try (var _ = new FailingInserts(tenant, "users", "new.user_id = 'u2'", "22023")) {
            assertThat(imports(file).out()).startsWith("Imported 2 users and 1 group from 4 lines. Rejected 1.");
        }
        assertThat(Sql.list("select user_id from group_members where tenant_id = ? order by 1", tenant.id()))
                .containsExactly("u1", "u3");
    }

    /** The same for an email address that another part gives up. */
    @Test
    void aFaultyLineBesideAnAddressThatMoves() throws Exception {
        imports(file("""
                {"user_id": "u1", "emails": [{"email": "office@example.com"}]}
                """));
        Path file = file("""
                {"user_id": "u1"}
                {"user_id": "u2", "emails": [{"email": "office@example.com"}]}
                {"user_id": "u3"}
                """);
        try (var _ = new FailingInserts(tenant, "users", "new.user_id = 'u3'", "22023")) {
            assertThat(imports(file).out()).startsWith("Imported 2 users and 0 groups from 3 lines. Rejected 1.");
        }
        assertThat(Sql.list("select user_id from emails where tenant_id = ?", tenant.id()))
                .containsExactly("u2");
    }

    @Test
    void aFaultyGroupBesideUsers() throws Exception {
        Path file = file("""
                {"group_id": "staff", "name": "Staff"}
                {"group_id": "faulty", "name": "Faulty"}
                {"user_id": "u1", "groups": [{"group_id": "staff"}]}
                {"user_id": "u2", "groups": [{"group_id": "faulty"}]}
                """);
        try (var _ = new FailingInserts(tenant, "groups", "new.group_id = 'faulty'", "22023")) {
            assertThat(imports(file).out()).startsWith("Imported 1 user and 1 group from 4 lines. Rejected 2.");
        }
        assertThat(rejects())
                .content()
                .contains("\"line\":2", "SQLSTATE 22023", "\"line\":4", "unknown_group")
                .hasLineCount(2);
    }

    @Test
    void theDatabaseConnectionIsLostInTheMiddle() throws Exception {
        Path file = file(users(50));
        try (Connection other = TestDatabase.begin();
                Statement statement = other.createStatement()) {
            // This uncommitted row blocks the third batch, so that the connection can be cut in the middle of the
            // import.
            statement.execute(
                    "insert into users (tenant_id, user_id, created_at, last_updated_at) values ('%s', 'u25', now(), now())"
                            .formatted(tenant.id()));
            CompletableFuture<Outcome> running = Concurrently.begin(
                    () -> commands.run("import", file.toString(), "--tenant", tenant.id(), "--batch", "10"));
            Sql.run("select pg_terminate_backend(?)", Locks.awaitBlockedBy(other));
            Outcome outcome = running.join();
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err())
                    .startsWith(STOPPED + "The database cannot be reached: ")
                    .hasLineCount(1);
            other.rollback();
        }
        assertThat(countOf("users")).isEqualTo(20);
        assertThat(imports(file).onlyLine())
                .isEqualTo(
                        "Imported 30 users and 0 groups from 50 lines. Rejected 0. The first 20 were completed before.");
        assertThat(countOf("users")).isEqualTo(50);
    }

    @Test
    void aUserWhoIsCreatedConcurrently() throws Exception {
        Path file = file(users(3));
        try (Connection other = TestDatabase.begin();
                Statement statement = other.createStatement()) {
            statement.execute(
                    "insert into users (tenant_id, user_id, created_at, last_updated_at, name) values ('%s', 'u2', now(), now(), 'Before')"
                            .formatted(tenant.id()));
            CompletableFuture<Outcome> running = Concurrently.begin(() -> imports(file));
            Locks.awaitBlockedBy(other);
            other.commit();
            assertThat(running.join().exitCode()).isZero();
        }
        assertThat(Sql.list("select user_id from users where tenant_id = ? and name is null order by 1", tenant.id()))
                .containsExactly("u1", "u2", "u3");
    }

    private Path rejects() {
        return folder.resolve("users." + tenant.id() + ".rejects");
    }

    private Outcome imports(Path file) {
        return commands.run("import", file.toString(), "--tenant", tenant.id());
    }

    private static void fails(Outcome outcome, String message) {
        assertThat(outcome.err().strip()).isEqualTo(message);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    private static void isWrongUse(Outcome outcome) {
        assertThat(outcome.err())
                .endsWith(" (see 'useradmin import --help')" + System.lineSeparator())
                .hasLineCount(1);
        assertThat(outcome.exitCode()).isEqualTo(2);
    }

    private Path file(String lines) throws IOException {
        return Files.writeString(folder.resolve("users"), lines);
    }

    private static String users(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj("{\"user_id\": \"u%d\"}\n"::formatted)
                .collect(Collectors.joining());
    }

    private long countOf(String table) {
        return Long.parseLong(Sql.value("select count(*) from " + table + " where tenant_id = ?", tenant.id()));
    }

    private long linesDone() {
        return Long.parseLong(Sql.value("select lines from import_progress where tenant_id = ?", tenant.id()));
    }
}
