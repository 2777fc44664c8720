package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.useradmin.testsupport.Artifact;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.InstalledPostgres;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.ServiceRole;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backs up and restores a database as described in docs/operations.md, with the service before and after. */
@Timeout(600)
class BackupIT {
    private static final String USER = "/api/users/auth0%7CAnn";
    private static final List<String> READS = List.of(
            USER,
            USER + "/public_data",
            USER + "/private_data",
            USER + "/sessions",
            USER + "/blocked_ips",
            USER + "/groups",
            "/api/users?sort=user_id:1",
            "/api/groups");

    @TempDir
    private Path folder;

    private Path programs;

    @BeforeEach
    void findTools() throws Exception {
        Optional<Path> installed = InstalledPostgres.programs();
        assumeThat(installed)
                .as("needs an installed PostgreSQL with pg_dump and pg_restore")
                .isPresent();
        programs = installed.orElseThrow();
    }

    @Test
    void aRestoredDatabaseHoldsAndAnswersTheSame() throws Exception {
        try (var server = new InstalledPostgres(programs, folder)) {
            server.run("createdb", "useradmin");
            assertThat(operator(server, "useradmin").run("migrate").exitCode()).isZero();
            try (Connection connection = Catalogue.connect("jdbc:" + server.reactiveUrl("useradmin"))) {
                ServiceRole.createIn(connection);
            }
            fill(server);
            String key = operator(server, "useradmin")
                    .run("key", "create", "--tenant", "acme", "--name", "reader", "--scope", "*")
                    .out();
            Map<String, String> answers = answers(server, "useradmin", key);

            Path dump = folder.resolve("useradmin.dump");
            server.run("pg_dump", "--format=custom", "--file=" + dump, "useradmin");
            restore(server, dump);

            assertThat(contents(server, "restored")).isEqualTo(contents(server, "useradmin"));
            assertThat(answers(server, "restored", key)).isEqualTo(answers);
            assertThat(answersInAnotherCluster(dump, key)).isEqualTo(answers);
            assertThat(operator(server, "restored").run("migrate").out()).startsWith("Nothing to do: ");
            assertThat(Files.size(dump)).isPositive();
        }
    }

    private static void restore(InstalledPostgres server, Path dump) throws Exception {
        server.run("createdb", "--template=template0", "restored");
        server.run(
                "pg_restore",
                "--exit-on-error",
                "--single-transaction",
                "--no-owner",
                "--dbname=restored",
                dump.toString());
    }

    /** The dump has the rights of the service's role, but not the role. */
    private Map<String, String> answersInAnotherCluster(Path dump, String key) throws Exception {
        try (var other = new InstalledPostgres(programs, Files.createDirectory(folder.resolve("other")))) {
            other.run("createuser", ServiceRole.NAME);
            restore(other, dump);
            return answers(other, "restored", key, Map.of("QUARKUS_DATASOURCE_USERNAME", ServiceRole.NAME));
        }
    }

    private Artifact operator(InstalledPostgres server, String database) {
        return new Artifact(
                folder,
                Map.of(
                        "QUARKUS_DATASOURCE_REACTIVE_URL",
                        server.reactiveUrl(database),
                        "QUARKUS_DATASOURCE_USERNAME",
                        FreshDatabase.USER));
    }

    private static void fill(InstalledPostgres server) throws Exception {
        try (Connection connection = Catalogue.connect("jdbc:" + server.reactiveUrl("useradmin"))) {
            for (String version : List.of("V1", "V4", "V6", "V7", "V8", "V9", "V10", "V12", "V13")) {
                Catalogue.run(
                        connection, Files.readString(Path.of("src/test/resources/schema/data", version + ".sql")));
            }
        }
    }

    /** The rows of every table, and the schema. */
    private static Map<String, List<String>> contents(InstalledPostgres server, String database) throws SQLException {
        try (Connection connection = Catalogue.connect("jdbc:" + server.reactiveUrl(database))) {
            Map<String, List<String>> contents = Catalogue.rows(connection, Catalogue.contents(connection));
            assertThat(contents)
                    .isNotEmpty()
                    .allSatisfy((table, rows) -> assertThat(rows).as(table).isNotEmpty());
            contents.put("schema", List.of(Catalogue.describe(connection)));
            return contents;
        }
    }

    private static Map<String, String> answers(InstalledPostgres server, String database, String key) throws Exception {
        return answers(server, database, key, Map.of());
    }

    /** The responses of a service on the database. Also checks that it accepts a write. */
    private static Map<String, String> answers(
            InstalledPostgres server, String database, String key, Map<String, String> settings) throws Exception {
        try (var service = ServiceProcess.start(server.reactiveUrl(database), settings);
                HttpClient client = HttpClient.newHttpClient()) {
            Map<String, String> answers = new LinkedHashMap<>();
            for (String path : READS) {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(service.uri(path))
                                .header("X-API-KEY", key)
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
                answers.put(
                        path,
                        answer.body() + answer.headers().firstValue("ETag").orElse(""));
            }
            HttpRequest write = HttpRequest.newBuilder(service.uri(USER + "/groups/staff"))
                    .header("X-API-KEY", key)
                    .POST(BodyPublishers.noBody())
                    .build();
            assertThat(client.send(write, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(201);
            return answers;
        }
    }
}
