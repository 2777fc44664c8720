package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports files of other products into a real database. */
class ImportFormatTest {
    private final Commands commands = Commands.onTestDatabase(Clock.systemUTC());
    private final Tenant tenant = Tenant.create();

    @TempDir
    Path folder;

    @Test
    void importsAKeycloakRealm() throws IOException {
        Outcome outcome = importing("keycloak", "keycloak-realm.json");

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.out())
                .contains("from 9 lines.")
                .contains(
                        "Rejected 1.",
                        "Not imported: 2 password hashes",
                        "Not imported: 1 service accounts of clients");
        assertThat(rejects("keycloak-realm.json"))
                .containsExactly("{\"line\":9,\"errors\":[{\"pointer\":\"/user_id\",\"code\":\"wrong_type\","
                        + "\"detail\":\"must be a string\"}]}");
        assertThat(rows("groups", "name || ' ' || coalesce(description, '')"))
                .containsExactlyInAnyOrder(
                        "/customers ", "/staff Those who work here", "/staff/sales ", "/staff/R~/D ");
        assertThat(rows("group_members m join groups g using (tenant_id, group_id)", "right(user_id, 1) || g.name"))
                .containsExactlyInAnyOrder("1/staff/sales", "1/customers", "2/staff/R~/D", "4/staff");
        assertThat(rows(
                        "users",
                        "right(user_id, 1) || has_password || disabled || extract(epoch from created_at)::int"))
                .containsExactlyInAnyOrder("1truefalse1700000000", "2truetrue1600000000", "4falsefalse1650000001");
        assertThat(rows("users", "coalesce(given_name, '-') || ' ' || coalesce(family_name, '-')"))
                .containsExactlyInAnyOrder("Aino Virtanen", "Józef -", "- -");
        assertThat(rows("users", "private_data ->> 'department'")).contains("[\"Sales\", \"Käsityöt\"]");
        assertThat(rows("emails", "email || verified || is_primary || authenticators::text || idps::text"))
                .containsExactlyInAnyOrder(
                        "aino@example.comtruetrue{password}{google}", "Józef.Żółć@example.plfalsetrue{password}{}");
        assertThat(rows("usernames", "username || authenticators::text"))
                .containsExactlyInAnyOrder("aino{password}", "社員一{}");
        assertThat(rows("external_identities", "authenticator || ' ' || provider_user_id || ' ' || claims::text"))
                .containsExactlyInAnyOrder(
                        "google 112520938745470371306 {\"preferred_username\": \"aino@example.com\"}",
                        "linkedin xYz_123 {\"preferred_username\": \"shain\"}");
    }

    @Test
    void importsAuth0Users() throws IOException {
        Outcome outcome = importing("auth0", "auth0-users.ndjson");

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.out())
                .contains("from 9 lines.")
                .contains("Rejected 3.", "Not imported: 1 identities of waad (corp-entra)");
        assertThat(rejects("auth0-users.ndjson"))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("{\"line\":7,").contains("\"pointer\":\"/user_id\""),
                        line -> assertThat(line).startsWith("{\"line\":8,").contains("\"code\":\"syntax\""),
                        line -> assertThat(line)
                                .startsWith("{\"line\":9,")
                                .contains("\"pointer\":\"/phone_numbers/0/phone\"", "not_a_phone_number"));
        assertThat(rows("users", "user_id || has_password || disabled"))
                .containsExactlyInAnyOrder(
                        "auth0|5f7c8ec7c33c6c004bbafe82truefalse",
                        "google-oauth2|108204268033311374519falsetrue",
                        "sms|5dea9f9c82dd7c0e76e4ec93falsefalse",
                        "auth0|minimaltruefalse",
                        "windowslive|a1b2c3falsefalse");
        assertThat(rows("users", "public_data::text || private_data::text"))
                .contains("{\"big\": 123456789012345678901234567890, \"size\": 1.0, \"theme\": \"dark\"}"
                        + "{\"plan\": \"pro\", \"roles\": [\"editor\"]}");
        assertThat(rows("emails", "email || is_primary || authenticators::text || idps::text"))
                .containsExactlyInAnyOrder(
                        "liisa@example.comtrue{password}{google}",
                        "sean@example.ietrue{}{google}",
                        "code@example.comtrue{email}{}",
                        "minimal@example.comtrue{password}{}",
                        "wl@example.comtrue{}{microsoft}");
        assertThat(rows("phones", "phone || verified || authenticators::text"))
                .containsExactly("+358401234567true{phone}");
        assertThat(rows("external_identities", "authenticator || provider_user_id"))
                .containsExactlyInAnyOrder(
                        "google112520938745470371306",
                        "google108204268033311374519",
                        "github583231",
                        "microsofta1b2c3");
    }

    @Test
    void importsKratosIdentities() throws IOException {
        Outcome outcome = importing("kratos", "kratos-identities.json");

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.out()).contains("from 4 lines.").contains("Rejected 1.");
        assertThat(rejects("kratos-identities.json"))
                .satisfiesExactly(line ->
                        assertThat(line).startsWith("{\"line\":4,").contains("/user_id", "\"code\":\"identifier\""));
        assertThat(rows("users", "right(user_id, 1) || has_password || disabled"))
                .containsExactlyInAnyOrder("3truefalse", "4falsetrue", "5truefalse");
        assertThat(rows("users", "public_data::text"))
                .contains("{\"badge\": \"gold\", \"traits\": "
                        + "{\"name\": {\"middle\": \"Q.\"}, \"score\": 1.50, \"newsletter\": true}}");
        assertThat(rows("emails", "right(email_id, 1) || email || verified || is_primary || authenticators::text"))
                .contains("1john.doe@acme.exampletruetrue{password}", "3frida@example.defalsetrue{email}")
                .hasSize(3);
        assertThat(rows("phones", "right(phone_id, 1) || phone || verified || authenticators::text"))
                .containsExactly("4+4915112345678true{phone}");
        assertThat(rows("usernames", "username")).containsExactlyInAnyOrder("johnd", "robot");
        assertThat(rows("external_identities", "authenticator || provider_user_id"))
                .containsExactlyInAnyOrder("google1125209", "github583231");
    }

    @Test
    void changesNothingTheSecondTime() throws IOException {
        for (String[] file : new String[][] {
            {"keycloak", "keycloak-realm.json"},
            {"auth0", "auth0-users.ndjson"},
            {"kratos", "kratos-identities.json"}
        }) {
            importing(file[0], file[1]);
            List<String> before = Snapshot.of(tenant);
            Outcome again = importing(file[0], file[1]);

            assertThat(again.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
            assertThat(Snapshot.of(tenant)).isEqualTo(before).anyMatch(row -> row.startsWith("users "));
            Sql.run("delete from users where tenant_id = ?", tenant.id());
        }
    }

    @Test
    void reportsWhatIsNotImportedAsJson() throws IOException {
        assertThat(importing("kratos", "kratos-identities.json", "-o", "json").out())
                .contains("\"not_imported\":{\"external identifiers\":1,")
                .contains("\"identities of acme-sso\":1");
    }

    @Test
    void stopsAtASyntaxError() throws IOException {
        Path file = Files.writeString(folder.resolve("cut.json"), "[{\"id\": \"a\"},\n {\"id\": ");

        assertThat(commands.run("import", "--tenant", tenant.id(), "--format", "kratos", file.toString()))
                .isEqualTo(new Outcome(
                        ExitCode.FAILED,
                        "",
                        "The import stopped. Correct the file and run it again:"
                                + " the JSON ends too early at line 2, column 9" + System.lineSeparator()));
    }

    @Test
    void readsARealmOnlyFromAFile() {
        assertThat(commands.run("import", "--tenant", tenant.id(), "--format", "keycloak", "-"))
                .satisfies(outcome -> {
                    assertThat(outcome.exitCode()).isEqualTo(ExitCode.WRONG_USE);
                    assertThat(outcome.err())
                            .startsWith("The format keycloak is read twice: give a file, not standard input or a pipe");
                });
    }

    @Test
    void refusesAFormatThatItDoesNotKnow() {
        assertThat(commands.run("import", "--tenant", tenant.id(), "--format", "okta", "users.json"))
                .satisfies(outcome -> {
                    assertThat(outcome.exitCode()).isEqualTo(ExitCode.WRONG_USE);
                    assertThat(outcome.err()).contains("must be useradmin or keycloak or auth0 or kratos");
                });
    }

    private Outcome importing(String format, String name, String... more) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            Files.copy(resource(name), file);
        }
        List<String> arguments =
                new ArrayList<>(List.of("import", "--tenant", tenant.id(), "--format", format, file.toString()));
        arguments.addAll(List.of(more));
        return commands.run(arguments.toArray(String[]::new));
    }

    private static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(ImportFormatTest.class.getResource("/migrating/" + name))
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private List<String> rejects(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name + "." + tenant.id() + ".rejects"));
    }

    private List<String> rows(String table, String expression) {
        return Sql.list("select %s from %s where tenant_id = ?".formatted(expression, table), tenant.id());
    }
}
