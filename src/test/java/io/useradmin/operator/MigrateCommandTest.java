package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrateCommandTest {
    private final FreshDatabase fresh = new FreshDatabase();
    private final Commands commands = on(fresh.jdbcUrl());

    @TempDir
    private Path folder;

    @AfterEach
    void drop() {
        fresh.close();
    }

    @Test
    void createsTheTablesAndHasNothingToDoTheSecondTime() {
        assertThat(commands.line("migrate")).satisfies(first -> {
            assertThat(first.exitCode()).isZero();
            assertThat(first.out()).startsWith("Applied 1: create schema").contains("The schema is at version ");
            assertThat(first.err()).isEmpty();
        });
        assertThat(commands.line("migrate")).satisfies(second -> {
            assertThat(second.exitCode()).isZero();
            assertThat(second.onlyLine()).startsWith("Nothing to do: the schema is at version ");
        });
        assertThat(commands.line("tenant list").exitCode()).isZero();
    }

    @Test
    void printsItsResultAsJson() {
        assertThat(commands.line("migrate --output json").onlyLine())
                .startsWith("{\"schema_version\":\"")
                .contains("\"applied\":[{\"version\":\"1\",\"description\":\"create schema\"}");
        assertThat(commands.line("migrate -o json").onlyLine()).endsWith("\"applied\":[]}");
    }

    @Test
    void isSafeWhenManyRunAtOnce() {
        List<CompletableFuture<Outcome>> running = Stream.generate(
                        () -> Concurrently.begin(() -> commands.line("migrate -o json")))
                .limit(4)
                .toList();
        List<Outcome> outcomes = running.stream().map(CompletableFuture::join).toList();
        assertThat(outcomes).extracting(Outcome::exitCode).containsOnly(0);
        // Another one may continue after each migration.
        assertThat(outcomes.stream().flatMap(MigrateCommandTest::applied))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Migrations.of(fresh.jdbcUrl()).load().info().applied())
                                .map(migration -> migration.getVersion().toString())
                                .toList())
                .isNotEmpty();
    }

    @Test
    void appliesTheSameAsTestsAndDevMode() {
        Migrations.of(fresh.jdbcUrl()).load().migrate();
        assertThat(commands.line("migrate")).satisfies(outcome -> {
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.onlyLine()).startsWith("Nothing to do");
        });
    }

    @Test
    void reportsAnUnreachableDatabaseInALine() {
        assertThat(on("jdbc:postgresql://localhost:1/none").line("migrate")).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err())
                    .startsWith("The database cannot be reached: Connection to localhost:1 refused.")
                    .hasLineCount(1);
        });
    }

    /** Otherwise each request with a character that the encoding lacks would be 500. */
    @ParameterizedTest
    @ValueSource(strings = {"LATIN1", "SQL_ASCII"})
    void refusesAnEncodingThatLacksCharacters(String encoding) {
        try (var other = FreshDatabase.encodedIn(encoding)) {
            assertThat(on(other.jdbcUrl()).line("migrate")).satisfies(outcome -> {
                assertThat(outcome.exitCode()).isEqualTo(1);
                assertThat(outcome.out()).isEmpty();
                assertThat(outcome.err())
                        .isEqualToIgnoringNewLines(
                                "The encoding of the database is " + encoding
                                        + ", and must be UTF8. Create another database (createdb --encoding=UTF8 --template=template0).");
            });
            assertThat(on(other.jdbcUrl()).line("tenant list").err()).contains("The database is not prepared");
        }
    }

    @Test
    void reportsAChangedMigrationInALine() throws Exception {
        commands.line("migrate");
        try (var connection = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null).connect()) {
            Jdbc.update(connection, "update flyway_schema_history set checksum = 1 where version = '1'");
        }
        assertThat(commands.line("migrate")).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err())
                    .startsWith("The migration stopped: ")
                    .contains("checksum mismatch")
                    .hasLineCount(1);
        });
    }

    /** An operator who goes back a release runs the migration of the older one. */
    @Test
    void leavesTheSchemaOfALaterReleaseAsItIs() throws Exception {
        commands.line("migrate");
        try (var connection = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null).connect()) {
            Jdbc.update(
                    connection,
                    "insert into flyway_schema_history select installed_rank + 1, '999', 'of a later release', type,"
                            + " 'V999__of_a_later_release.sql', 1, installed_by, installed_on, 1, true"
                            + " from flyway_schema_history order by installed_rank desc limit 1");
        }
        assertThat(commands.line("migrate")).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.onlyLine()).isEqualTo("Nothing to do: the schema is at version 999.");
        });
    }

    /** Otherwise all later statements with the table would wait too, as long as the transaction stays open. */
    @Test
    void failsSoonIfATransactionLocksATable() throws Exception {
        Migrations.of(fresh.jdbcUrl()).target("15").load().migrate();
        try (Connection other = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null).connect()) {
            other.setAutoCommit(false);
            Jdbc.query(other, "select count(*) from users", row -> row.getLong(1));

            Outcome refused = Concurrently.begin(() -> commands.line("migrate")).get(1, TimeUnit.MINUTES);

            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err().strip()).isEqualTo(DatabaseErrors.LOCKED);
        }
        assertThat(commands.line("migrate").out()).startsWith("Applied 16: ");
    }

    @Test
    void otherCommandsAskForIt() {
        assertThat(commands.line("tenant list")).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.err().strip()).isEqualTo("The database is not prepared: run 'useradmin migrate' first.");
        });
    }

    /** It lacks columns that the command reads. */
    @Test
    void otherCommandsAskForItOnAnOlderSchema() {
        Migrations.of(fresh.jdbcUrl()).target("9").load().migrate();
        commands.line("tenant create acme");
        assertThat(commands.line("key list --tenant acme").err().strip()).isEqualTo(DatabaseErrors.NOT_PREPARED);
    }

    /** The long build of an index may be interrupted, and several may migrate at once. */
    @ParameterizedTest
    @ValueSource(strings = {"pg_cancel_backend", "pg_terminate_backend"})
    void createsAnIndexConcurrently(String interrupt) throws Exception {
        Files.writeString(folder.resolve("V1__table.sql"), "create table t (n int); insert into t values (1);");
        Files.writeString(folder.resolve("V2__index.sql"), """
                set lock_timeout = 0;
                drop index concurrently if exists i;
                create index concurrently i on t (n);
                set lock_timeout = '3s';
                """);
        var database = new Database(fresh.jdbcUrl(), FreshDatabase.USER, null);
        files(database).target("1").load().migrate();
        Flyway flyway = files(database).load();
        try (Connection older = database.connect();
                Connection operator = database.connect()) {
            older.setAutoCommit(false);
            Jdbc.update(older, "lock table t in row exclusive mode");
            CompletableFuture<MigrateResult> interrupted = Concurrently.begin(flyway::migrate);
            Jdbc.update(operator, "select " + interrupt + "(?)", Locks.awaitBlockedBy(older));
            assertThat(interrupted).failsWithin(1, TimeUnit.MINUTES);

            new MigrateCommand(() -> database).run(operator);
            List<CompletableFuture<MigrateResult>> running = Stream.generate(() -> Concurrently.begin(flyway::migrate))
                    .limit(2)
                    .toList();
            Locks.awaitBlockedBy(older);
            older.rollback();
            assertThat(running.stream().map(CompletableFuture::join))
                    .extracting(result -> result.migrationsExecuted)
                    .containsExactlyInAnyOrder(0, 1);
            assertThat(Jdbc.query(
                            operator,
                            "select indisvalid from pg_index where indexrelid = 'i'::regclass",
                            row -> row.getBoolean(1)))
                    .containsExactly(true);
        }
    }

    /** A migration that only the command can run would fail in every test. */
    @Test
    void testsAndDevModeCanCreateAnIndexConcurrently() throws Exception {
        Files.writeString(folder.resolve("V1__table.sql"), "create table t (n int);");
        Files.writeString(folder.resolve("V2__index.sql"), """
                set lock_timeout = 0;
                create index concurrently i on t (n);
                set lock_timeout = '3s';
                """);
        FluentConfiguration settings = Migrations.of(fresh.jdbcUrl()).locations("filesystem:" + folder);
        assertThat(settings.load().migrate().migrationsExecuted).isEqualTo(2);
    }

    private FluentConfiguration files(Database database) {
        return MigrateCommand.settings(database).locations("filesystem:" + folder);
    }

    /** The versions that a command applied. */
    private static Stream<String> applied(Outcome outcome) {
        try {
            return new ObjectMapper().readTree(outcome.onlyLine()).get("applied").findValuesAsText("version").stream();
        } catch (JsonProcessingException failure) {
            throw new AssertionError(failure);
        }
    }

    private static Commands on(String jdbcUrl) {
        return new Commands(new Database(jdbcUrl, FreshDatabase.USER, null), Clock.systemUTC());
    }
}
