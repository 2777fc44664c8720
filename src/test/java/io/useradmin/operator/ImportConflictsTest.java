package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid lines that conflict with the tenant's data, or with an earlier line. */
class ImportConflictsTest {
    private final Commands commands = Commands.onTestDatabase(Clock.systemUTC());
    private final Tenant tenant = Tenant.create();

    @TempDir
    private Path folder;

    @Test
    void reportsAllValuesOfAnotherUser() throws IOException {
        String other = tenant.user();
        tenant.username(other, "ann");
        tenant.email(other, "ann@example.com", true);
        tenant.phone(other, "+15550001");
        tenant.identity(other, "google", "g1");
        imports("""
                {"user_id": "a", "username": {"username": "ann"},\
                 "emails": [{"email": "a@example.com"}, {"email": "ann@example.com"}],\
                 "phone_numbers": [{"phone": "+15550001"}, {"phone": "+15550002"}],\
                 "idps": [{"authenticator": "github", "provider_user_id": "g1"},\
                          {"authenticator": "google", "provider_user_id": "g1"}]}
                {"user_id": "b", "emails": [{"email": "a@example.com"}],\
                 "idps": [{"authenticator": "github", "provider_user_id": "g1"}]}
                """);
        assertThat(rejects())
                .containsExactly("1 /username/username taken, /emails/1/email taken, /phone_numbers/0/phone taken,"
                        + " /idps/1/provider_user_id taken");
        assertThat(users()).as("a rejected user blocks no values for others").containsExactlyInAnyOrder(other, "b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000})
    void givesAContestedValueToTheFirstLine(int batch) throws IOException {
        imports("""
                {"user_id": "a", "emails": [{"email": "x@example.com"}]}
                {"user_id": "b", "emails": [{"email": "y@example.com"}, {"email": "x@example.com"}]}
                {"user_id": "c", "emails": [{"email": "y@example.com"}]}
                """, batch);
        assertThat(rejects()).containsExactly("2 /emails/1/email taken");
        assertThat(users()).containsExactly("a", "c");
    }

    @Test
    void rejectsEveryLineOfAUserWhoseProfileConflicts() throws IOException {
        tenant.email(tenant.user(), "x@example.com", true);
        imports("""
                {"user_id": "a", "emails": [{"email": "x@example.com"}]}
                {"user_id": "a", "emails": [{"email": "x@example.com"}]}
                {"user_id": "b"}
                """);
        assertThat(rejects()).containsExactly("1 /emails/0/email taken", "2 /emails/0/email taken");
        assertThat(users()).hasSize(2).contains("b");
    }

    @Test
    void letsUsersOfABatchExchangeValues() throws IOException {
        imports("""
                {"user_id": "a", "emails": [{"email": "x@example.com"}]}
                {"user_id": "b", "emails": [{"email": "y@example.com"}]}
                """);
        Outcome swapped = imports("""
                {"user_id": "a", "emails": [{"email": "y@example.com"}]}
                {"user_id": "b", "emails": [{"email": "z@example.com"}]}
                {"user_id": "c", "emails": [{"email": "x@example.com"}]}
                """);
        assertThat(swapped.exitCode()).isZero();
        assertThat(emails()).containsExactly("a y@example.com", "b z@example.com", "c x@example.com");
    }

    /** PostgreSQL refuses the batch because of the last line. */
    @Test
    void letsThemExchangeValuesBesideAConflict() throws IOException {
        tenant.email(tenant.user(), "taken@example.com", true);
        imports("""
                {"user_id": "a", "emails": [{"email": "x@example.com"}]}
                {"user_id": "b", "emails": [{"email": "y@example.com"}]}
                """);
        imports("""
                {"user_id": "a", "emails": [{"email": "y@example.com"}]}
                {"user_id": "b", "emails": [{"email": "x@example.com"}]}
                {"user_id": "c", "emails": [{"email": "taken@example.com"}]}
                """);
        assertThat(rejects()).containsExactly("3 /emails/0/email taken");
        assertThat(emails()).contains("a y@example.com", "b x@example.com");
    }

    @Test
    void aRejectedUserKeepsItsValues() throws IOException {
        tenant.email(tenant.user(), "taken@example.com", true);
        imports("{\"user_id\": \"a\", \"emails\": [{\"email\": \"x@example.com\"}]}");
        imports("""
                {"user_id": "a", "emails": [{"email": "taken@example.com"}]}
                {"user_id": "b", "emails": [{"email": "x@example.com"}]}
                {"user_id": "c"}
                """);
        assertThat(rejects()).containsExactly("1 /emails/0/email taken", "2 /emails/0/email taken");
        assertThat(emails()).contains("a x@example.com");
        assertThat(users()).contains("c").doesNotContain("b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void aLineWithAnUnknownGroupTakesNothing(int batch) throws IOException {
        imports("""
                {"user_id": "a", "emails": [{"email": "x@example.com"}], "groups": [{"group_id": "none"}]}
                {"user_id": "b", "emails": [{"email": "x@example.com"}]}
                {"user_id": "c", "emails": [{"email": "x@example.com"}], "groups": [{"group_id": "none"}]}
                """, batch);
        assertThat(rejects())
                .containsExactly(
                        "1 /groups/0/group_id unknown_group",
                        "3 /emails/0/email taken, /groups/0/group_id unknown_group");
        assertThat(emails()).containsExactly("b x@example.com");
    }

    @Test
    void evenIfALaterLineOfTheUserIsValid() throws IOException {
        imports("""
                {"user_id": "a", "emails": [{"email": "x@example.com"}], "groups": [{"group_id": "none"}]}
                {"user_id": "b", "emails": [{"email": "x@example.com"}]}
                {"user_id": "a", "emails": [{"email": "x@example.com"}]}
                """);
        assertThat(emails()).containsExactly("b x@example.com");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "1000, true", "1000, false"})
    void aUserWhoKeepsAValueLosesItToNoOther(int batch, boolean isOwnerFirst) throws IOException {
        imports("{\"user_id\": \"a\", \"emails\": [{\"email\": \"x@example.com\"}]}");
        String other = "{\"user_id\": \"b\", \"emails\": [{\"email\": \"x@example.com\"}]}\n";
        String owner = other.replace("\"b\"", "\"a\", \"disabled\": true");
        imports(isOwnerFirst ? owner + other : other + owner, batch);
        assertThat(rejects()).containsExactly((isOwnerFirst ? 2 : 1) + " /emails/0/email taken");
        assertThat(emails()).containsExactly("a x@example.com");
        assertThat(Sql.list("select user_id from users where tenant_id = ? and disabled", tenant.id()))
                .containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void aUserRejectedInConsequenceTakesNothing(int batch) throws IOException {
        imports("{\"user_id\": \"a\", \"emails\": [{\"email\": \"x@example.com\"}]}");
        imports("""
                {"user_id": "a", "groups": [{"group_id": "none"}]}
                {"user_id": "b", "emails": [{"email": "x@example.com"}, {"email": "y@example.com"}]}
                {"user_id": "c", "emails": [{"email": "y@example.com"}]}
                """, batch);
        assertThat(rejects()).containsExactly("1 /groups/0/group_id unknown_group", "2 /emails/0/email taken");
        assertThat(emails()).containsExactly("a x@example.com", "c y@example.com");
    }

    @Test
    void aUserWhoLosesToAnEarlierLineKeepsItsValues() throws IOException {
        imports("{\"user_id\": \"b\", \"emails\": [{\"email\": \"x@example.com\"}]}");
        imports("""
                {"user_id": "c", "emails": [{"email": "x@example.com"}, {"email": "z@example.com"}]}
                {"user_id": "a", "emails": [{"email": "y@example.com"}]}
                {"user_id": "b", "emails": [{"email": "y@example.com"}]}
                {"user_id": "d", "emails": [{"email": "z@example.com"}]}
                """);
        assertThat(rejects()).containsExactly("1 /emails/0/email taken", "3 /emails/0/email taken");
        assertThat(emails()).containsExactly("a y@example.com", "b x@example.com", "d z@example.com");
    }

    @Test
    void reportsMissingGroups() throws IOException {
        tenant.group("staff");
        Tenant.create().group("none");
        imports("""
                {"user_id": "a", "groups": [{"group_id": "staff"}, {"group_id": "none"}, {"group_id": "here"}]}
                {"group_id": "here", "name": "After a user who is in it"}
                {"user_id": "b", "groups": [{"group_id": "here"}]}
                """);
        assertThat(rejects()).containsExactly("1 /groups/1/group_id unknown_group, /groups/2/group_id unknown_group");
        assertThat(users()).containsExactly("b");
    }

    @Test
    void importsAllOthersEvenIfManyConflict() throws IOException {
        String other = tenant.user();
        for (int number = 0; number < 40; number++) {
            tenant.phone(other, "+1555%04d".formatted(number * 7));
            Sql.run("update phones set is_primary = false where tenant_id = ?", tenant.id());
        }
        var lines = new StringBuilder();
        for (int number = 0; number < 400; number++) {
            lines.append("{\"user_id\": \"u%d\", \"phone_numbers\": [{\"phone\": \"+1555%04d\"}]}%n"
                    .formatted(number, number));
        }
        assertThat(imports(lines.toString()).onlyLine())
                .isEqualTo("Imported 360 users and 0 groups from 400 lines. Rejected 40.");
        assertThat(rejects()).hasSize(40).allMatch(reject -> reject.endsWith(" /phone_numbers/0/phone taken"));
    }

    @Test
    void findsTheLineThatPostgresqlRefusesForAnotherReason() throws IOException {
        String lines = IntStream.range(0, 100)
                .mapToObj("{\"user_id\": \"u%d\"}%n"::formatted)
                .collect(Collectors.joining());
        try (var _ = new FailingInserts(tenant, "users", "new.user_id in ('u17', 'u67')", "22023")) {
            imports(lines);
        }
        assertThat(rejects()).containsExactly("18  not_storable", "68  not_storable");
        assertThat(users()).hasSize(98);
    }

    private Outcome imports(String lines) throws IOException {
        return imports(lines, 1000);
    }

    private Outcome imports(String lines, int batch) throws IOException {
        Path file = Files.writeString(folder.resolve("users"), lines);
        return commands.run("import", file.toString(), "--tenant", tenant.id(), "--batch", Integer.toString(batch));
    }

    /** Each rejected line: its number, and the pointers and codes of its errors. */
    private List<String> rejects() throws IOException {
        List<String> rejects = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("users." + tenant.id() + ".rejects"))) {
            JsonNode rejected = new ObjectMapper().readTree(line);
            List<String> errors = new ArrayList<>();
            rejected.get("errors")
                    .forEach(error -> errors.add(error.get("pointer").asText() + " "
                            + error.get("code").asText()));
            rejects.add(rejected.get("line").asText() + " " + String.join(", ", errors));
        }
        return rejects;
    }

    private List<String> users() {
        return Sql.list("select user_id from users where tenant_id = ? order by 1", tenant.id());
    }

    private List<String> emails() {
        return Sql.list("select user_id || ' ' || email from emails where tenant_id = ? order by 1", tenant.id());
    }
}
