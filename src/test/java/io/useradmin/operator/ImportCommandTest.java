package io.useradmin.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an import changes a tenant. */
class ImportCommandTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SESSION =
            "\"session_key\": \"k\", \"initiated_at\": 1000, \"expires_at\": 4000000000," + " \"last_updated\": 2000";

    private final Commands commands = Commands.onTestDatabase(Clock.fixed(NOW, ZoneOffset.UTC));
    private final Tenant tenant = Tenant.create();

    @TempDir
    private Path folder;

    @Test
    void importsCompleteUsers() throws IOException {
        Outcome outcome = imports("""
                {"group_id": "staff", "name": "Staff", "creation_time": 1700000000}
                {"user_id": "ann", "creation_time": 1700000001, "last_updated": 1700000002, "disabled": true,
                """.strip() + """
                 "password_updated_at": 1700000003, "has_password": true, "claims": {"given_name": "Ann"},\
                 "public_data": {"a": 1.0}, "private_data": {"b": [1e2]},\
                 "username": {"id": "un", "username": "ann", "authenticators": ["password"], "idps": ["google"]},\
                 "emails": [{"id": "e1", "email": "ann@example.com", "verified": true, "primary": true}],\
                 "phone_numbers": [{"phone": "+358401234567"}],\
                 "idps": [{"provider_user_id": "g1", "authenticator": "google", "claims": {"email": "a"}}],\
                 "sessions": [{"session_id": "s1", %s, "client_ids": ["c"], "last_metadata": {"city": "Turku"}}],\
                 "blocked_ips": [{"ip": "2001:DB8::1", "login_count": 1, "failure_count": 2,\
                                  "last_login_attempt": 3000, "block_until": 4000}],\
                 "groups": [{"group_id": "staff", "assigned_at": 5000}]}
                """.formatted(SESSION));
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.onlyLine()).isEqualTo("Imported 1 user and 1 group from 2 lines. Rejected 0.");
        assertThat(outcome.err()).isEmpty();
        assertThat(rows(
                        "users",
                        "user_id, extract(epoch from created_at)::int, extract(epoch from last_updated_at)::int,"
                                + " extract(epoch from password_updated_at)::int, has_password, disabled, name, given_name,"
                                + " public_data, private_data"))
                .containsExactly(
                        "(ann,1700000001,1700000002,1700000003,t,t,,Ann,\"{\"\"a\"\": 1.0}\",\"{\"\"b\"\": [100]}\")");
        assertThat(rows("usernames", "username_id, username, authenticators, idps"))
                .containsExactly("(un,ann,{password},{google})");
        assertThat(rows("emails", "email_id, email, verified, is_primary")).containsExactly("(e1,ann@example.com,t,t)");
        assertThat(rows("phones", "phone, verified, is_primary")).containsExactly("(+358401234567,f,f)");
        assertThat(rows("external_identities", "authenticator, provider_user_id, claims"))
                .containsExactly("(google,g1,\"{\"\"email\"\": \"\"a\"\"}\")");
        assertThat(rows(
                        "sessions",
                        "session_id, session_key, extract(epoch from initiated_at)::int, client_ids, last_metadata"))
                .containsExactly("(s1,k,1000,{c},\"{\"\"city\"\": \"\"Turku\"\"}\")");
        assertThat(rows("ip_access", "ip, login_count, failure_count, extract(epoch from block_until)::int"))
                .containsExactly("(2001:db8::1,1,2,4000)");
        assertThat(rows("groups", "group_id, name, description, extract(epoch from created_at)::int"))
                .containsExactly("(staff,Staff,,1700000000)");
        assertThat(rows("group_members", "user_id, group_id, extract(epoch from assigned_at)::int"))
                .containsExactly("(ann,staff,5000)");
    }

    /** Without the lock, its transaction could have a lower xid than that of a change that commits first. */
    @Test
    @Timeout(600)
    void waitsForTheLocksOfItsUsers() throws Exception {
        String user = tenant.user();
        Path lines = file("{\"user_id\": \"" + user + "\"}");
        CompletableFuture<Outcome> importing;
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            importing = Concurrently.begin(() -> imports(lines));
            int waiting = Locks.awaitBlockedBy(other);
            assertThat(Sql.list("select backend_xid from pg_stat_activity where pid = ?", waiting))
                    .containsOnlyNulls();
            other.commit();
        }

        assertThat(importing.join().exitCode()).isZero();
    }

    /** With old statistics, PostgreSQL would read all users of a new tenant to find one. */
    @Test
    void updatesTheStatisticsOfTablesThatHaveGrown() throws IOException {
        Sql.run("update pg_class set reltuples = -1 where oid = 'users'::regclass");
        imports("{\"user_id\": \"ann\"}");

        assertThat(Sql.list("select 1 from pg_class where oid = cast(? as regclass) and reltuples > 0", "users"))
                .hasSize(1);
    }

    @Test
    void fillsInMissingValues() throws IOException {
        imports("""
                {"group_id": "staff", "name": "Staff"}
                {"user_id": "ann", "emails": [{"email": "ann@example.com"}], "groups": [{"group_id": "staff"}]}
                """);
        assertThat(rows(
                        "users",
                        "created_at = '2030-01-01Z', last_updated_at = '2030-01-01Z', has_password, public_data"))
                .containsExactly("(t,t,f,{})");
        assertThat(rows("groups", "created_at = '2030-01-01Z'")).containsExactly("(t)");
        assertThat(rows("group_members", "assigned_at = '2030-01-01Z'")).containsExactly("(t)");
        assertThat(rows("emails", "email_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'")).containsExactly("(t)");
    }

    @Test
    void changesNothingWhenItIsRunTwice() throws IOException {
        Path file = file("""
                {"group_id": "staff", "name": "Staff", "description": "All"}
                {"user_id": "ann", "username": {"username": "ann"}, "emails": [{"email": "a@example.com"}],\
                 "idps": [{"authenticator": "github", "provider_user_id": "1", "claims": {"b": "2", "a": "1"}}],\
                 "public_data": {"b": 1, "a": {"c": 1e2}}, "sessions": [{"session_id": "s1", %1$s}],\
                 "blocked_ips": [{"ip": "::1", "login_count": 1, "failure_count": 2, "last_login_attempt": 3}],\
                 "groups": [{"group_id": "staff"}]}
                {"user_id": "bob", "last_updated": 5, "phone_numbers": [{"phone": "+15550001"}],\
                 "sessions": [{"session_id": "s1", %1$s}]}
                {"user_id": "bob", "last_updated": 5, "phone_numbers": [{"phone": "+15550001"}],\
                 "sessions": [{"session_id": "s2", %1$s}]}
                """.formatted(SESSION));
        assertThat(imports(file).exitCode()).isZero();
        List<String> first = allRowsWithTheirTransactions();
        assertThat(first).hasSizeGreaterThan(10);
        assertThat(imports(file).exitCode()).isZero();
        assertThat(later("import", file.toString(), "--tenant", tenant.id(), "--batch", "1")
                        .exitCode())
                .isZero();
        assertThat(allRowsWithTheirTransactions()).isEqualTo(first);
    }

    @Test
    void ignoresFractionsOfSeconds() throws IOException {
        String user = tenant.user();
        tenant.session(user, "s1", NOW.plusNanos(1000), NOW.plusNanos(2000), NOW.plusNanos(3000), List.of("c"));
        tenant.access(user, "::1", NOW.plusNanos(5000), NOW.plusNanos(6000));
        Sql.run("update users set created_at = created_at + interval '0.5 s' where tenant_id = ?", tenant.id());
        Path file = folder.resolve("out");
        assertThat(commands.run("export", file.toString(), "--tenant", tenant.id())
                        .exitCode())
                .isZero();
        List<String> before = allRowsWithTheirTransactions();
        assertThat(imports(file).exitCode()).isZero();
        assertThat(allRowsWithTheirTransactions()).isEqualTo(before);
    }

    @Test
    void replacesTheProfileOfAnExistingUser() throws IOException {
        imports("""
                {"user_id": "ann", "creation_time": 10, "last_updated": 20, "claims": {"name": "Ann"},\
                 "public_data": {"a": 1}, "private_data": {"b": 1}, "username": {"id": "u1", "username": "ann"},\
                 "emails": [{"id": "e1", "email": "a@example.com", "primary": true}, {"id": "e2", "email": "b@example.com"}]}
                """);
        String versions =
                rows("users", "public_data_version, private_data_version").getFirst();
        imports("""
                {"user_id": "ann", "public_data": {"a": 1.0}, "private_data": {"b": 1},\
                 "emails": [{"email": "b@example.com", "primary": true}, {"email": "c@example.com"}]}
                """);
        assertThat(rows(
                        "users",
                        "extract(epoch from created_at)::int, last_updated_at = '2030-01-01Z', name, public_data"))
                .containsExactly("(10,t,,\"{\"\"a\"\": 1.0}\")");
        assertThat(rows("usernames", "username")).isEmpty();
        assertThat(rows("emails", "email, is_primary, email_id = 'e2'"))
                .containsExactly("(b@example.com,t,t)", "(c@example.com,f,f)");
        String[] after = numbers(
                rows("users", "public_data_version, private_data_version").getFirst());
        assertThat(Long.parseLong(after[0])).isEqualTo(Long.parseLong(numbers(versions)[0]) + 1);
        assertThat(after[1]).isEqualTo(numbers(versions)[1]);
    }

    @Test
    void usesTheGivenTimeOfTheLastUpdate() throws IOException {
        imports("{\"user_id\": \"ann\", \"last_updated\": 20}");
        imports("{\"user_id\": \"ann\", \"last_updated\": 20, \"disabled\": true}");
        assertThat(rows("users", "extract(epoch from last_updated_at)::int, disabled"))
                .containsExactly("(20,t)");
    }

    @Test
    void addsSessionsAddressesAndGroupsToAUser() throws IOException {
        imports("""
                {"group_id": "a", "name": "A"}
                {"group_id": "b", "name": "B"}
                {"user_id": "ann", "groups": [{"group_id": "a", "assigned_at": 1}],\
                 "sessions": [{"session_id": "s1", %1$s}, {"session_id": "s2", %1$s}],\
                 "blocked_ips": [{"ip": "::1", "login_count": 1, "failure_count": 0, "last_login_attempt": 1},\
                                 {"ip": "::2", "login_count": 1, "failure_count": 0, "last_login_attempt": 1}]}
                """.formatted(SESSION));
        imports("""
                {"user_id": "ann", "groups": [{"group_id": "a", "assigned_at": 9}, {"group_id": "b", "assigned_at": 9}],\
                 "sessions": [{"session_id": "s2", "session_key": "new", "initiated_at": 1, "expires_at": 2,\
                               "last_updated": 1}, {"session_id": "s3", %s}],\
                 "blocked_ips": [{"ip": "::2", "login_count": 2, "failure_count": 0, "last_login_attempt": 1},\
                                 {"ip": "::3", "login_count": 3, "failure_count": 0, "last_login_attempt": 1}]}
                """.formatted(SESSION));
        assertThat(rows("sessions", "session_id, session_key")).containsExactly("(s1,k)", "(s2,new)", "(s3,k)");
        assertThat(rows("ip_access", "ip, login_count")).containsExactly("(::1,1)", "(::2,2)", "(::3,3)");
        assertThat(rows("group_members", "group_id, extract(epoch from assigned_at)::int"))
                .as("the first assignment time stays")
                .containsExactly("(a,1)", "(b,9)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"session_key\": \"k2\"",
                "\"initiated_at\": 1001",
                "\"expires_at\": 4000000001",
                "\"last_updated\": 2001",
                "\"client_ids\": [\"c\"]",
                "\"last_metadata\": {\"city\": \"Turku\"}"
            })
    void writesASessionOfWhichOneMemberChanged(String change) throws IOException {
        writesAChange("sessions", "{\"session_id\": \"s\", %s}".formatted(SESSION), change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"login_count\": 2",
                "\"failure_count\": 2",
                "\"last_login_attempt\": 3001",
                "\"block_until\": 4000000001"
            })
    void writesAnAddressOfWhichOneMemberChanged(String change) throws IOException {
        String address =
                "{\"ip\": \"::1\", \"login_count\": 1, \"failure_count\": 1, \"last_login_attempt\": 3000, \"block_until\": 4000000000}";
        writesAChange("blocked_ips", address, change);
    }

    private void writesAChange(String list, String element, String change) throws IOException {
        String line = "{\"user_id\": \"ann\", \"" + list + "\": [%s]}";
        var changed = (ObjectNode) JSON.readTree(element);
        changed.setAll((ObjectNode) JSON.readTree("{" + change + "}"));
        imports(line.formatted(element));
        List<String> before = allRowsWithTheirTransactions();
        imports(line.formatted(element));
        assertThat(allRowsWithTheirTransactions()).isEqualTo(before);
        imports(line.formatted(changed));
        assertThat(allRowsWithTheirTransactions()).isNotEqualTo(before);
    }

    @Test
    void renamesAGroupAndKeepsWhenItWasMade() throws IOException {
        imports("{\"group_id\": \"a\", \"name\": \"A\", \"description\": \"D\", \"creation_time\": 5}");
        imports("{\"group_id\": \"a\", \"name\": \"B\", \"creation_time\": 6}");
        imports("{\"group_id\": \"a\", \"name\": \"B\", \"creation_time\": 7}");
        assertThat(rows("groups", "group_id, name, description, extract(epoch from created_at)::int"))
                .containsExactly("(a,B,,5)");
        assertThat(rows("events", "type, changed"))
                .containsExactlyInAnyOrder("(group.created,)", "(group.updated,\"{/name,/description}\")");
    }

    @Test
    void addsAndRemovesTheDescriptionOfAGroup() throws IOException {
        for (String description : List.of("", ", \"description\": \"D\"", "")) {
            imports("{\"group_id\": \"a\", \"name\": \"A\"" + description + "}");
            assertThat(rows("groups", "description")).containsExactly(description.isEmpty() ? "()" : "(D)");
        }
        assertThat(rows("events", "type, changed"))
                .containsExactlyInAnyOrder(
                        "(group.created,)", "(group.updated,{/description})", "(group.updated,{/description})");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void usesTheLastLineOfARepeatedUser(int batch) throws IOException {
        Path file = file("""
                {"user_id": "ann", "disabled": true, "sessions": [{"session_id": "s1", %1$s}]}
                {"user_id": "bob"}
                {"user_id": "ann", "disabled": false, "sessions": [{"session_id": "s2", %1$s}]}
                {"user_id": "ann", "disabled": false, "sessions": [{"session_id": "s2", "session_key": "new",\
                 "initiated_at": 1, "expires_at": 2, "last_updated": 1}]}
                """.formatted(SESSION));
        Outcome outcome =
                commands.run("import", file.toString(), "--tenant", tenant.id(), "--batch", Integer.toString(batch));
        assertThat(outcome.onlyLine()).startsWith("Imported 3 users and 0 groups from 4 lines.");
        assertThat(rows("users", "user_id, disabled")).containsExactly("(ann,f)", "(bob,f)");
        assertThat(rows("sessions", "session_id, session_key")).containsExactly("(s1,k)", "(s2,new)");
    }

    @Test
    void readsPackedFiles() throws IOException {
        Path file = folder.resolve("users");
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            packed.write(users(1, 2500).getBytes(UTF_8));
        }
        assertThat(imports(file).onlyLine()).isEqualTo("Imported 2500 users and 0 groups from 2500 lines. Rejected 0.");
        assertThat(rows("users", "user_id")).hasSize(2500);
    }

    /**
     * Others must see a changed state at once, so it has its own event type. If other members changed too, user.updated is
     * added. Each event lists all changes.
     */
    @Test
    void recordsThatAUserWasDisabled() throws IOException {
        imports("{\"user_id\": \"ann\"}\n{\"user_id\": \"bob\", \"disabled\": true}");
        imports("{\"user_id\": \"ann\", \"disabled\": true, \"emails\": [{\"email\": \"a@example.com\"}]}\n"
                + "{\"user_id\": \"bob\"}");
        imports("{\"user_id\": \"ann\", \"disabled\": true, \"claims\": {\"name\": \"Ann\"}}");

        assertThat(rows("events", "type, user_id, changed"))
                .containsExactlyInAnyOrder(
                        "(user.created,ann,)",
                        "(user.created,bob,)",
                        "(user.disabled,ann,\"{/disabled,/emails}\")",
                        "(user.updated,ann,\"{/disabled,/emails}\")",
                        "(user.enabled,bob,{/disabled})",
                        "(user.updated,ann,\"{/claims/name,/emails}\")");
    }

    @Test
    void rejectsInvalidLinesAndImportsTheOthers() throws IOException {
        Path file = file("""
                {"user_id": "ann"}

                {"user_id": "bob", "emails": [{"email": "nobody"}], "phone_numbers": [{"phone": "1"}]}
                {"user_id": "cid"
                {"user_id": "dan"}
                """);
        Outcome outcome = imports(file);
        Path rejects = rejectsOf(file);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.onlyLine()).isEqualTo("Imported 2 users and 0 groups from 5 lines. Rejected 2.");
        assertThat(outcome.err().strip()).isEqualTo("Rejected 2 lines: see " + rejects);
        assertThat(rows("users", "user_id")).containsExactly("(ann)", "(dan)");
        assertThat(rejects).content().hasLineCount(2);
        assertThat(Files.readAllLines(rejects).getFirst())
                .startsWith("{\"line\":3,\"errors\":[{\"pointer\":\"/emails/0/email\",\"code\":\"not_an_email\",")
                .contains("{\"pointer\":\"/phone_numbers/0/phone\",\"code\":\"not_a_phone_number\",")
                .doesNotContain("nobody");
        assertThat(Files.readAllLines(rejects).getLast())
                .startsWith("{\"line\":4,\"errors\":[{\"pointer\":\"\",\"code\":\"syntax\",");
    }

    /** Its id may be 384 bytes after the encoding, but the name of a file at most 255. */
    @Test
    void theRejectsOfATenantWithALongIdHaveAShortName() throws IOException {
        String longId = ":".repeat(100) + tenant.id();
        Sql.run("insert into tenants (tenant_id, name, created_at) values (?, 'Long', now())", longId);
        Path file = file("{");

        Outcome outcome = commands.run("import", file.toString(), "--tenant", longId);

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(folder).isDirectoryContaining("glob:**/" + file.getFileName() + ".~*.rejects");
    }

    @Test
    void printsItsResultAsJson() throws IOException {
        Path file = file("{\"user_id\": \"ann\"}\n{}\n{\"group_id\": \"a\", \"name\": \"A\"}");
        Path rejects = folder.resolve("wrong");
        Outcome outcome = commands.run(
                "import", file.toString(), "--tenant", tenant.id(), "-o", "json", "--rejects", rejects.toString());
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.onlyLine())
                .isEqualTo(
                        "{\"lines\":3,\"done_before\":0,\"users\":1,\"groups\":1,\"rejected\":1,\"not_imported\":{}}");
        assertThat(rejects).content().startsWith("{\"line\":2,");
    }

    @Test
    void importsNothingFromAnEmptyFile() throws IOException {
        Outcome outcome = imports("\n \r\n");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.onlyLine()).isEqualTo("Imported 0 users and 0 groups from 2 lines. Rejected 0.");
    }

    @Test
    void rejectsTooLargeDocumentsLikeTheService() throws IOException {
        String blanks = "[" + "1, ".repeat(26_000) + "1]";
        Outcome outcome = imports("""
                {"user_id": "fits", "public_data": {"a": "%1$s"}}
                {"user_id": "blanks", "public_data": {"a": %2$s}}
                {"user_id": "large", "public_data": {"a": "%1$sx"}}
                {"user_id": "digits", "private_data": {"a": 1e65535}}
                {"user_id": "few", "private_data": {"a": 1e3}}
                """.formatted("x".repeat(65_536 - 8), blanks));
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(rows("users", "user_id")).containsExactly("(blanks)", "(few)", "(fits)");
        assertThat(Files.readAllLines(rejectsOf(folder.resolve("users.ndjson"))))
                .allMatch(line -> line.contains("\"code\":\"too_large\""))
                .anyMatch(line -> line.startsWith("{\"line\":3,\"errors\":[{\"pointer\":\"/public_data\""))
                .anyMatch(line -> line.startsWith("{\"line\":4,\"errors\":[{\"pointer\":\"/private_data\""))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 1000})
    void stopsAtTheFirstInvalidLineIfStrict(int batch) throws IOException {
        Path file = file(users(1, 9) + "{\"user_id\": \"wrong\", \"a\": 1}\n" + users(10, 20) + "{}\n");
        Outcome outcome = commands.run(
                "import", file.toString(), "--strict", "--tenant", tenant.id(), "--batch", Integer.toString(batch));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().strip())
                .isEqualTo("The import stopped: line 10 is invalid, see %s. The lines before it are imported."
                        .formatted(rejectsOf(file)));
        assertThat(rows("users", "user_id")).hasSize(9);
        assertThat(rejectsOf(file)).content().startsWith("{\"line\":10,").hasLineCount(1);
    }

    @Test
    void stopsAtTheFirstConflictIfStrict() throws IOException {
        tenant.email(tenant.user(), "taken@example.com", true);
        Path file = file(users(1, 5) + "{\"user_id\": \"a\", \"emails\": [{\"email\": \"taken@example.com\"}]}\n"
                + "{\"user_id\": \"b\", \"groups\": [{\"group_id\": \"none\"}]}\n" + users(10, 20));
        assertThat(commands.run("import", file.toString(), "--strict", "--tenant", tenant.id())
                        .err())
                .contains("line 6 is invalid");
        assertThat(rows("users", "user_id")).hasSize(1 + 5);
        assertThat(rejectsOf(file)).content().startsWith("{\"line\":6,").hasLineCount(1);
    }

    @Test
    void continuesWhereItStopped() throws IOException {
        Path file = file("{}\n" + users(1, 6) + "{\"user_id\": \"g\", \"groups\": [{\"group_id\": \"late\"}]}\n");
        Path rejects = rejectsOf(file);
        Files.writeString(rejects, "{\"line\":1}\nwhat was told after the last batch");
        Sql.run(
                "insert into import_progress (tenant_id, input, lines, rejected, rejects_size) values (?, ?, 3, 1, 11)",
                tenant.id(),
                "%s as useradmin, %d bytes, %s"
                        .formatted(file.getFileName(), Files.size(file), Files.getLastModifiedTime(file)));
        Outcome outcome = imports(file);
        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(outcome.onlyLine())
                .isEqualTo(
                        "Imported 4 users and 0 groups from 8 lines. Rejected 2. The first 3 were completed before.");
        assertThat(rows("users", "user_id")).containsExactly("(u3)", "(u4)", "(u5)", "(u6)");
        assertThat(Files.readAllLines(rejects)).hasSize(2).first().isEqualTo("{\"line\":1}");
        assertThat(Files.readAllLines(rejects).getLast()).startsWith("{\"line\":8,");
        assertThat(rows("import_progress", "lines")).as("the import has ended").isEmpty();
    }

    @Test
    void startsFromTheBeginningWithAnotherFile() throws IOException {
        Path file = file(users(1, 6));
        Sql.run(
                "insert into import_progress (tenant_id, input, lines, rejected, rejects_size) values (?, ?, 3, 0, 0)",
                tenant.id(),
                "%s as useradmin, %d bytes, %s"
                        .formatted(file.getFileName(), Files.size(file), Files.getLastModifiedTime(file)));
        Files.setLastModifiedTime(file, FileTime.from(NOW));
        assertThat(imports(file).onlyLine()).startsWith("Imported 6 users");
    }

    @Test
    void doesNotTouchOtherTenants() throws IOException {
        Tenant other = Tenant.create();
        other.email(other.user(), "shared@example.com", true);
        assertThat(imports("{\"user_id\": \"ann\", \"emails\": [{\"email\": \"shared@example.com\"}]}")
                        .exitCode())
                .isZero();
        assertThat(Sql.list("select email from emails where tenant_id = ?", other.id()))
                .hasSize(1);
    }

    private Outcome imports(String lines) throws IOException {
        return imports(file(lines));
    }

    private Path rejectsOf(Path file) {
        return Path.of(file + "." + tenant.id() + ".rejects");
    }

    private Outcome imports(Path file) {
        return commands.run("import", file.toString(), "--tenant", tenant.id());
    }

    /** Runs a command at a later time than the rows were written. */
    private static Outcome later(String... arguments) {
        return Commands.onTestDatabase(Clock.fixed(NOW.plusSeconds(9999), ZoneOffset.UTC))
                .run(arguments);
    }

    private Path file(String lines) throws IOException {
        return Files.writeString(folder.resolve("users.ndjson"), lines);
    }

    private static String users(int first, int last) {
        StringBuilder lines = new StringBuilder();
        IntStream.rangeClosed(first, last)
                .forEach(number -> lines.append("{\"user_id\": \"u%d\"}%n".formatted(number)));
        return lines.toString();
    }

    private List<String> rows(String table, String columns) {
        return Sql.list(
                "select row(%s)::text from %s where tenant_id = ? order by 1".formatted(columns, table), tenant.id());
    }

    private List<String> allRowsWithTheirTransactions() {
        return Stream.of(
                        "users",
                        "usernames",
                        "emails",
                        "phones",
                        "external_identities",
                        "sessions",
                        "ip_access",
                        "groups",
                        "group_members")
                .flatMap(table -> Sql.list(
                        "select xmin || ' ' || t::text from %s t where tenant_id = ? order by 1".formatted(table),
                        tenant.id())
                        .stream())
                .toList();
    }

    private static String[] numbers(String row) {
        return row.replaceAll("[()]", "").split(",");
    }
}
