package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.ApiKey;
import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.Artifact.Ended;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Repeated;
import io.useradmin.testsupport.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line of the artifact: the packaged jar or the native binary. */
class CommandLineIT {
    private final FreshDatabase fresh = new FreshDatabase();

    @TempDir
    private Path folder;

    @AfterEach
    void drop() {
        fresh.close();
    }

    @Test
    void leadsFromAnEmptyDatabaseToAWorkingKey() throws Exception {
        assertThat(run("migrate").out()).startsWith("Applied 1: create schema");
        assertThat(run("tenant", "create", "acme", "--name", "Näin Oy").exitCode())
                .isZero();
        assertThat(run("tenant", "list", "-o", "json").out()).contains("\"name\":\"Näin Oy\"");

        Ended created = run("key", "create", "--tenant", "acme", "--name", "portal", "--scope", "*");
        assertThat(created.exitCode()).isZero();
        assertThat(created.out()).as("only the key").matches(ApiKey.PATTERN);
        assertThat(created.err()).contains("named portal").doesNotContain(created.out());
        assertThat(statusWith(created.out())).as("404 for a missing user").isEqualTo(404);

        assertThat(run("key", "revoke", idOf(created)).exitCode()).isZero();
        assertThat(statusWith(created.out())).isEqualTo(401);
    }

    @Repeated
    @Test
    void runsTheOtherCommands() throws Exception {
        assertThat(run("migrate").exitCode()).isZero();
        assertThat(run("migrate", "-o", "json").out()).endsWith("\"applied\":[]}");
        assertThat(run("tenant", "create", "acme", "--name", "Acme").exitCode()).isZero();
        Ended created = run("key", "create", "--tenant", "acme", "--name", "portal", "--scope", "*");

        assertThat(run("key", "list", "--tenant", "acme").out())
                .contains(idOf(created))
                .containsPattern("active.*\\*");
        assertThat(run("key", "rotate", idOf(created)).out()).matches(ApiKey.PATTERN);
        assertThat(run("purge"))
                .isEqualTo(new Ended(0, "Deleted 0 sessions, 0 addresses, 0 stored responses and 0 events.", ""));
        assertThat(run("tenant", "delete", "acme", "--confirm", "acme").exitCode())
                .isZero();
    }

    @Test
    void readsItsSettingsFromAFileToo() throws Exception {
        Path settings = Files.createDirectories(folder.resolve("config")).resolve("application.properties");
        Files.writeString(settings, """
                quarkus.datasource.reactive.url=${DATABASE:unset}
                quarkus.datasource.username=%s
                """.formatted(FreshDatabase.USER));
        var elsewhere = new Artifact(folder, Map.of("DATABASE", fresh.reactiveUrl()));
        assertThat(elsewhere.run("migrate").out()).startsWith("Applied 1: create schema");
    }

    /** A tenant would get another name. */
    @Test
    void refusesAnArgumentThatItsLocaleCannotRepresent() throws Exception {
        assertThat(new Artifact(folder, Map.of("LC_ALL", "C")).run("tenant", "create", "acme", "--name", "Näin Oy"))
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "An argument has characters that the locale does not know: set LC_ALL=C.UTF-8 (see 'useradmin --help')"));
    }

    @Repeated
    @Test
    void reportsWrongUseInALine() throws Exception {
        assertThat(run("key", "create", "--tenant", "acme", "--name", "portal"))
                .isEqualTo(new Ended(
                        2, "", "Missing required option: '--scope=<scope>' (see 'useradmin key create --help')"));
        assertThat(run("frob"))
                .isEqualTo(new Ended(2, "", "Unknown command or argument: 'frob' (see 'useradmin --help')"));
    }

    /** The JVM has opened a file of its own with the number of standard input. The import read it, and the JVM crashed. */
    @Test
    void refusesToImportFromAClosedStandardInput() throws Exception {
        var artifact = new Artifact(folder, Map.of());
        ProcessBuilder command = artifact.command("import", "--tenant", "acme", "-");
        List<String> closing = List.of("sh", "-c", "exec \"$@\" <&-", "sh");
        command.command(
                Stream.concat(closing.stream(), command.command().stream()).toList());

        assertThat(artifact.run(command)).isEqualTo(new Ended(1, "", "Standard input is closed."));
    }

    @Repeated
    @Test
    void reportsAnUnreachableDatabaseInALine() throws Exception {
        var away = new Artifact(folder, Map.of("QUARKUS_DATASOURCE_REACTIVE_URL", "postgresql://localhost:1/none"));
        assertThat(away.run("migrate")).satisfies(ended -> {
            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .startsWith("The database cannot be reached: Connection to localhost:1 refused.")
                    .hasLineCount(1);
        });
    }

    @Test
    void doesNotStartWithInvalidSettingsAndReportsAll() throws Exception {
        var misconfigured = new Artifact(
                folder,
                Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_URL", fresh.reactiveUrl(),
                        "USERADMIN_HTTP_DEADLINE", "soon",
                        "USERADMIN_API_KEY_CACHE_TTL", "31s",
                        "USERADMIN_HTTP_MAX_IN_FLIGHT", "0",
                        "USERADMIN_HTTP_MAX_INFLIGHT", "1",
                        "QUARKUS_DATASOURCE_REACTIVE_MAX_SIZE", "0"));
        for (String[] arguments : List.of(new String[0], new String[] {"serve"}, new String[] {"config", "check"})) {
            assertThat(misconfigured.run(arguments)).isEqualTo(new Ended(1, "", """
                    useradmin.http.deadline must be a duration of whole milliseconds such as 500ms, 5s or PT5S, but is soon
                    quarkus.datasource.reactive.max-size must be at least 1, but is 0
                    useradmin.api-key-cache.ttl must be at most 20s, but is 31s
                    useradmin.http.max-in-flight must be at least 1, but is 0
                    USERADMIN_HTTP_MAX_INFLIGHT is not a setting of this service"""));
        }
    }

    @Test
    void reportsAnUnreadableSettingsFileInALine() throws Exception {
        Path settings = Files.createDirectories(folder.resolve("config")).resolve("application.properties");
        Files.writeString(settings, "useradmin.http.deadline=\\u12");

        for (String[] arguments : List.of(new String[] {"config", "check"}, new String[] {"tenant", "list"})) {
            assertThat(new Artifact(folder, Map.of()).run(arguments)).satisfies(ended -> {
                assertThat(ended.exitCode()).isEqualTo(1);
                assertThat(ended.err())
                        .startsWith("The settings cannot be read: ")
                        .hasLineCount(1);
            });
        }
    }

    @Test
    void reportsAByteOrderMarkThatHidesASetting() throws Exception {
        Path settings = Files.createDirectories(folder.resolve("config")).resolve("application.properties");
        Files.writeString(settings, "\ufeffuseradmin.audit.reads=true");
        Files.writeString(folder.resolve(".env"), "\ufeffUSERADMIN_HTTP_MAX_IN_FLIGHT=100");
        var configured = new Artifact(folder, Map.of("QUARKUS_DATASOURCE_REACTIVE_URL", fresh.reactiveUrl()));

        assertThat(configured.run("config", "check")).isEqualTo(new Ended(1, "", """
                USERADMIN_HTTP_MAX_IN_FLIGHT has no effect, because its file begins with a byte order mark: save the file without it
                useradmin.audit.reads has no effect, because its file begins with a byte order mark: save the file without it"""));
    }

    @Test
    void acceptsValidSettings() throws Exception {
        Files.writeString(folder.resolve(".env"), "USERADMIN_HTTP_MAX_IN_FLIGHT=100");
        var configured = new Artifact(
                folder,
                Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_URL",
                        fresh.reactiveUrl(),
                        "USERADMIN_HTTP_MAX_BODY_SIZE",
                        "70000"));
        assertThat(configured.run("config", "check")).isEqualTo(new Ended(0, "The settings are valid.", ""));
    }

    @Test
    void reportsAMissingDatabaseForEachWayToServe() throws Exception {
        for (String[] arguments : List.of(
                new String[0], new String[] {"serve"}, new String[] {"migrate"}, new String[] {"config", "check"})) {
            assertThat(new Artifact(folder, Map.of()).run(arguments)).satisfies(ended -> {
                assertThat(ended.exitCode()).isEqualTo(1);
                assertThat(ended.err())
                        .startsWith("No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL")
                        .hasLineCount(1);
            });
        }
    }

    @Test
    void printsHelp() throws Exception {
        assertThat(run("--help").out()).startsWith("Usage: useradmin").contains("migrate", "Exit codes:");
        assertThat(run("--version").out()).matches("useradmin \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(run("completion").out()).contains("_complete_useradmin");
    }

    private static String idOf(Ended created) {
        return ApiKey.parse(created.out()).orElseThrow().keyId();
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        return artifact().run(arguments);
    }

    /** Starts a service. Returns the status of its response to the key. */
    private int statusWith(String key) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(fresh.reactiveUrl(), Map.of())) {
            return service.get(key, "/api/users/nobody/sessions").statusCode();
        }
    }

    private Artifact artifact() {
        return new Artifact(folder, fresh.settings());
    }
}
