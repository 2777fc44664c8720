package io.useradmin.operator.transfer.foreign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.operator.transfer.FaultyFileException;
import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Converts files of other products. Checks the lines against the expected ones, and the reported parts that cannot be imported.
 */
class ForeignUsersTest {
    @TempDir
    Path directory;

    @Test
    void readsTheGroupsOfARealmThenItsUsers() throws IOException {
        try (Source source = ForeignUsers.ofKeycloak(Fixture.KEYCLOAK.path())) {
            assertThat(lines(source)).isEqualTo(Fixture.KEYCLOAK.lines());
            assertThat(source.bytesRead()).isEqualTo(Files.size(Fixture.KEYCLOAK.path()));
            assertThat(source.notImported())
                    .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                            Map.entry("additions to users of other directories", 1L),
                            Map.entry("attributes of groups", 2L),
                            Map.entry("client roles", 3L),
                            Map.entry("client roles of groups", 2L),
                            Map.entry("consents", 1L),
                            Map.entry("favouriteColour (unknown member)", 1L),
                            Map.entry("identities of corporate", 1L),
                            Map.entry("identities of our-github", 1L),
                            Map.entry("links to other directories", 1L),
                            Map.entry("memberships of missing or rejected groups", 1L),
                            Map.entry("organizations", 1L),
                            Map.entry("otp credentials", 1L),
                            Map.entry("password hashes", 2L),
                            Map.entry("realm roles", 3L),
                            Map.entry("realm roles of groups", 1L),
                            Map.entry("required actions", 2L),
                            Map.entry("service accounts of clients", 1L),
                            Map.entry("times before which tokens are void", 1L),
                            Map.entry("webauthn credentials", 1L)));
        }
    }

    @Test
    void readsAuth0Users() throws IOException {
        try (Source source = ForeignUsers.ofAuth0(Fixture.AUTH0.open())) {
            assertThat(lines(source)).isEqualTo(Fixture.AUTH0.lines());
            assertThat(source.bytesRead()).isEqualTo(Files.size(Fixture.AUTH0.path()));
            assertThat(source.notImported())
                    .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                            Map.entry("addresses of the last sign-in", 1L),
                            Map.entry("blocked addresses", 1L),
                            Map.entry("counts of sign-ins", 1L),
                            Map.entry("identities of oauth2 (discord)", 1L),
                            Map.entry("identities of waad (corp-entra)", 1L),
                            Map.entry("locale (unknown member)", 1L),
                            Map.entry("nicknames", 2L),
                            Map.entry("password hashes", 1L),
                            Map.entry("pictures", 2L),
                            Map.entry("profiles of linked accounts", 3L),
                            Map.entry("provider tokens", 1L),
                            Map.entry("second factors", 3L),
                            Map.entry("times of changes of second factors", 1L),
                            Map.entry("times of the last sign-in", 1L)));
        }
    }

    @Test
    void readsKratosIdentities() throws IOException {
        try (Source source = ForeignUsers.ofKratos(Fixture.KRATOS.open())) {
            assertThat(lines(source)).isEqualTo(Fixture.KRATOS.lines());
            assertThat(source.bytesRead()).isEqualTo(Files.size(Fixture.KRATOS.path()));
            assertThat(source.notImported())
                    .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                            Map.entry("external identifiers", 1L),
                            Map.entry("further usernames", 1L),
                            Map.entry("identities of acme-sso", 1L),
                            Map.entry("identity schemas", 3L),
                            Map.entry("lookup_secret credentials", 1L),
                            Map.entry("novelty (unknown member)", 1L),
                            Map.entry("organizations", 1L),
                            Map.entry("organizations of identities", 1L),
                            Map.entry("password hashes", 1L),
                            Map.entry("provider tokens", 1L),
                            Map.entry("recovery addresses", 1L),
                            Map.entry("saml credentials", 1L),
                            Map.entry("times of changes of the state", 1L),
                            Map.entry("times of verification", 1L),
                            Map.entry("totp credentials", 1L),
                            Map.entry("traits", 1L),
                            Map.entry("webauthn credentials", 1L)));
        }
    }

    @Test
    void readsAnAuth0ArrayLikeLines() throws IOException {
        List<String> users = Files.readAllLines(Fixture.AUTH0.path()).stream()
                .filter(line -> !line.isBlank() && line.endsWith("}"))
                .toList();
        List<String> expected = Fixture.AUTH0.lines().stream()
                .filter(line -> line.endsWith("}"))
                .toList();

        assertThat(lines(ForeignUsers.ofAuth0(stream(" \n[" + String.join(",\n", users) + "]"))))
                .isEqualTo(expected);
    }

    @Test
    void readsIdentitiesOfKratosOneALine() throws IOException {
        String identities = "{\"id\": \"a\"}\n\n{\"id\": \"b\", \"state\": \"inactive\"}";

        assertThat(lines(ForeignUsers.ofKratos(stream(identities))))
                .containsExactly("{\"user_id\":\"a\"}", "", "{\"user_id\":\"b\",\"disabled\":true}");
    }

    @Test
    void readsPackedFiles() throws IOException {
        Path packed =
                Files.write(directory.resolve("realm.json.gz"), gzip(Files.readAllBytes(Fixture.KEYCLOAK.path())));

        assertThat(lines(ForeignUsers.ofKeycloak(packed))).isEqualTo(Fixture.KEYCLOAK.lines());
        assertThat(lines(ForeignUsers.ofAuth0(stream(gzip(Files.readAllBytes(Fixture.AUTH0.path()))))))
                .isEqualTo(Fixture.AUTH0.lines());
        assertThat(lines(ForeignUsers.ofKratos(stream(gzip(Files.readAllBytes(Fixture.KRATOS.path()))))))
                .isEqualTo(Fixture.KRATOS.lines());
    }

    @Test
    void takesAnEmptyFileForNoUsers() throws IOException {
        assertThat(lines(ForeignUsers.ofAuth0(stream("")))).isEmpty();
        assertThat(lines(ForeignUsers.ofKratos(stream("[]\n[]")))).isEmpty();
    }

    /** As some Windows programs write it, such as PowerShell. */
    @Test
    void ignoresAByteOrderMarkAtTheBeginning() throws IOException {
        String user = "{\"user_id\":\"a\"}";
        for (String file : List.of(user, "[" + user + "]", "[\n" + user + "\n]\n")) {
            try (Source source = ForeignUsers.ofAuth0(stream("\ufeff" + file))) {
                assertThat(lines(source)).as(file).containsExactly(user);
            }
        }
        Path realm = Files.writeString(directory.resolve("realm"), "\ufeff{\"users\": [{\"id\": \"a\"}]}");
        try (Source source = ForeignUsers.ofKeycloak(realm)) {
            assertThat(lines(source)).containsExactly("{\"user_id\":\"a\",\"disabled\":true}");
        }
        assertThatThrownBy(() -> lines(ForeignUsers.ofAuth0(stream("[\ufeff" + user + "]"))))
                .hasMessageStartingWith("the file is not valid JSON");
    }

    @Test
    void passesOnElementsThatAreNoUsers() throws IOException {
        assertThat(lines(ForeignUsers.ofKratos(stream("[7, [\"x\"], null, \"\\ud800\"]"))))
                .containsExactly("7", "[\"x\"]", "null", "\"\\uD800\"");
        assertThat(lines(ForeignUsers.ofAuth0(stream("{\"user_id\": \"a\"} {\"user_id\": \"b\"}\n\"x\""))))
                .containsExactly("{\"user_id\": \"a\"} {\"user_id\": \"b\"}", "\"x\"");
    }

    /** Members with unexpected types are not lost: they are counted, or passed on so that the parser of the lines rejects them. */
    @Test
    void losesNoMembersOfUndocumentedTypes() throws IOException {
        Path realm = realm("""
                {"users": [{"id": 1, "enabled": "yes", "attributes": 2, "credentials": {"a": 1}, "groups": [3],
                            "federatedIdentities": ["x"], "clientRoles": "y", "createdTimestamp": "now"}]}""");
        try (Source source = ForeignUsers.ofKeycloak(realm)) {
            assertThat(lines(source))
                    .containsExactly(
                            "{\"user_id\":1,\"creation_time\":\"now\",\"disabled\":\"yes\",\"private_data\":2}");
            assertThat(source.notImported())
                    .containsOnlyKeys(
                            "clientRoles (unknown member)",
                            "credentials (unknown member)",
                            "federatedIdentities (unknown member)",
                            "groups (unknown member)");
        }
        try (Source source = ForeignUsers.ofKratos(stream("""
                {"id": "a", "traits": {"email": 1, "emails": [2], "name": {"first": 3}}, "credentials": {"oidc": []}}""".strip()))) {
            assertThat(lines(source))
                    .containsExactly("{\"user_id\":\"a\",\"public_data\":{\"traits\":"
                            + "{\"email\":1,\"emails\":[2],\"name\":{\"first\":3}}}}");
        }
    }

    @Test
    void keepsUsernamesAndEmailsSeparateLikeTheRealm() throws IOException {
        Path realm = realm("""
                {"loginWithEmailAllowed": false, "users": [
                 {"id": "a", "username": "aino", "email": "a@example.com", "enabled": true,
                  "credentials": [{"type": "password"}]},
                 {"id": "b", "username": "b@example.com", "email": "B@example.com", "enabled": true,
                  "credentials": [{"type": "password"}]}]}""");

        assertThat(lines(ForeignUsers.ofKeycloak(realm)))
                .containsExactly(
                        "{\"user_id\":\"a\",\"disabled\":false,\"has_password\":true,"
                                + "\"username\":{\"username\":\"aino\",\"authenticators\":[\"password\"]},"
                                + "\"emails\":[{\"email\":\"a@example.com\",\"primary\":true}]}",
                        "{\"user_id\":\"b\",\"disabled\":false,\"has_password\":true,"
                                + "\"emails\":[{\"email\":\"B@example.com\",\"primary\":true,"
                                + "\"authenticators\":[\"password\"]}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "google-oauth2, google",
        "apple, apple",
        "facebook, facebook",
        "windowslive, microsoft",
        "github, github",
        "twitter, twitter",
        "linkedin, linkedin"
    })
    void knowsTheProvidersOfAuth0(String provider, String authenticator) throws IOException {
        assertThat(lines(ForeignUsers.ofAuth0(stream("{\"user_id\": \"%s|7\"}".formatted(provider)))))
                .containsExactly(
                        "{\"user_id\":\"%s|7\",\"idps\":[{\"provider_user_id\":\"7\",\"authenticator\":\"%s\",\"claims\":{}}]}"
                                .formatted(provider, authenticator));
    }

    @ParameterizedTest
    @ValueSource(strings = {"google-apps", "waad", "office365", "oauth2", "oidc", "samlp", "google", "gitlab"})
    void mapsNoOtherAuth0Provider(String provider) throws IOException {
        try (Source source = ForeignUsers.ofAuth0(stream("{\"user_id\": \"%s|7\"}".formatted(provider)))) {
            assertThat(lines(source)).containsExactly("{\"user_id\":\"%s|7\"}".formatted(provider));
            assertThat(source.notImported()).isEqualTo(Map.of("identities of " + provider, 1L));
        }
    }

    @Test
    void ignoresIdentifiersOfLinkedAccounts() throws IOException {
        String user = """
                {"user_id": "auth0|1", "email": "a@example.com", "email_verified": false, "username": "one",
                 "identities": [{"provider": "auth0", "user_id": "1", "connection": "db"},
                  {"provider": "auth0", "user_id": "2", "connection": "old",
                   "profileData": {"email": "A@example.com", "email_verified": true, "username": "two"}},
                  {"provider": "github", "user_id": "3", "connection": "github"}]}""";
        try (Source source = ForeignUsers.ofAuth0(stream(user.replace("\n", "")))) {
            assertThat(lines(source))
                    .containsExactly("{\"user_id\":\"auth0|1\",\"has_password\":true,"
                            + "\"username\":{\"username\":\"one\",\"authenticators\":[\"password\"]},"
                            + "\"emails\":[{\"email\":\"a@example.com\",\"verified\":false,\"primary\":true,"
                            + "\"authenticators\":[\"password\"]}],"
                            + "\"idps\":[{\"provider_user_id\":\"3\",\"authenticator\":\"github\",\"claims\":{}}]}");
            assertThat(source.notImported()).isEqualTo(Map.of("further usernames", 1L));
        }
    }

    @Test
    void makesTheOnlyEmailOfALinkedAccountPrimary() throws IOException {
        String user = """
                {"user_id": "sms|1", "phone_number": "+15550001", "identities": [
                 {"provider": "sms", "user_id": "1", "connection": "sms"},
                 {"provider": "auth0", "user_id": "2", "connection": "db", "profileData": {"email": "a@example.com"}},
                 {"provider": "email", "user_id": "3", "connection": "email", "profileData": {"email": "b@example.com"}}]}""";

        assertThat(lines(ForeignUsers.ofAuth0(stream(user.replace("\n", "")))))
                .containsExactly(
                        "{\"user_id\":\"sms|1\",\"has_password\":true,"
                                + "\"emails\":[{\"email\":\"a@example.com\",\"primary\":true,\"authenticators\":[\"password\"]},"
                                + "{\"email\":\"b@example.com\",\"authenticators\":[\"email\"]}],"
                                + "\"phone_numbers\":[{\"phone\":\"+15550001\",\"primary\":true,\"authenticators\":[\"phone\"]}]}");
    }

    @Test
    void makesTheOnlyEmailOfACredentialPrimary() throws IOException {
        String identity = """
                {"id": "a", "traits": {"mail": "a@example.com"}, "credentials": {
                 "password": {"identifiers": ["a@example.com"], "config": {"hashed_password": "x"}},
                 "code": {"identifiers": ["+15550001"]}}}""";

        assertThat(lines(ForeignUsers.ofKratos(stream(identity.replace("\n", "")))))
                .containsExactly(
                        "{\"user_id\":\"a\",\"has_password\":true,"
                                + "\"public_data\":{\"traits\":{\"mail\":\"a@example.com\"}},"
                                + "\"emails\":[{\"email\":\"a@example.com\",\"primary\":true,\"authenticators\":[\"password\"]}],"
                                + "\"phone_numbers\":[{\"phone\":\"+15550001\",\"primary\":true,\"authenticators\":[\"phone\"]}]}");
    }

    /** The import would reject the user. */
    @Test
    void skipsMetadataThatIsNoObject() throws IOException {
        String identity = "{\"id\":\"a\",\"traits\":{\"x\":1},\"metadata_public\":[2],\"metadata_admin\":\"y\"}";
        try (Source source = ForeignUsers.ofKratos(stream(identity))) {
            assertThat(lines(source)).containsExactly("{\"user_id\":\"a\",\"public_data\":{\"traits\":{\"x\":1}}}");
            assertThat(source.notImported()).isEqualTo(Map.of("public metadata", 1L, "admin metadata", 1L));
        }
    }

    @Test
    void keepsTheDigitsOfNumbers() throws IOException {
        String data = "{\"a\":1.0,\"b\":-0.10,\"c\":" + "9".repeat(2000) + ",\"d\":1E+400}";

        assertThat(lines(ForeignUsers.ofAuth0(stream("{\"user_id\":\"a\",\"user_metadata\":" + data + "}"))))
                .containsExactly("{\"user_id\":\"a\",\"public_data\":" + data + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"id\": \"a\"}, {\"id\":          | the JSON ends too early at line 1, column 21",
                "[{\"id\": \"a\"}                    | the JSON ends too early at line 1, column 13",
                "[{\"id\": \"a\"} {\"id\": \"b\"}]   | the file is not valid JSON at line 1, column 14",
                "[{\"id\": \"secret}                 | the JSON ends too early at line 1, column 17",
                "[{\"id\": secret}]                  | the file is not valid JSON at line 1, column 9",
                "[{\"id\": \"a\", \"id\": \"b\"}]    | an object has two members with the same name at line 1, column 18"
            })
    void reportsWhereAListIsInvalid(String file, String message) {
        assertThatThrownBy(() -> lines(ForeignUsers.ofKratos(stream(file.strip()))))
                .isInstanceOf(IOException.class)
                .hasMessage(message)
                .hasNoCause();
    }

    @Test
    void reportsWhereAListIsNestedTooDeeply() {
        assertThatThrownBy(() -> lines(ForeignUsers.ofKratos(stream("[" + "[".repeat(100_000)))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "a name or number is too long, or values are nested too deeply at line 1, column ")
                .hasNoCause();
    }

    @Test
    void refusesElementsLongerThanTheLineLimit() throws IOException {
        String fits = "{\"user_id\":\"" + "x".repeat(NdjsonSource.LONGEST_LINE - 14) + "\"}";
        assertThat(fits).hasSize(NdjsonSource.LONGEST_LINE);
        assertThat(lines(ForeignUsers.ofAuth0(stream("[" + fits + ",\n" + fits + "]"))))
                .containsExactly(fits, fits);

        String longer = " " + fits.replace("\":", "\" :");
        Path realm = realm("{\"users\":[" + longer + "]}");
        assertThatThrownBy(() -> lines(ForeignUsers.ofAuth0(stream("[" + fits + "," + longer + "]"))))
                .isInstanceOf(IOException.class)
                .hasMessage("the value at line 1, column 4194308 is longer than 4194304 characters");
        assertThatThrownBy(() -> lines(ForeignUsers.ofKeycloak(realm)))
                .isInstanceOf(IOException.class)
                .hasMessage("the value at line 1, column 12 is longer than 4194304 characters");
    }

    @Test
    void reportsWhereARealmIsInvalid() throws IOException {
        String whole = Files.readString(Fixture.KEYCLOAK.path());
        int inTheUsers = whole.indexOf("service-account-shop");
        Path cut = realm(whole.substring(0, inTheUsers));

        assertThatThrownBy(() -> lines(ForeignUsers.ofKeycloak(cut)))
                .isInstanceOf(IOException.class)
                .hasMessage("the JSON ends too early at line 103, column 19");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"realm\": \"a\", \"users\": []}]   | the file is not the export of one realm",
                "{\"realm\": \"a\"}                    | the file has no users: export with kc.sh export --users realm_file",
                "{\"users\": null}                     | the file has no users",
                "{\"groups\": {}, \"users\": []}       | the member groups of the realm is not a list",
                "{\"users\": []}{\"users\": []}        | there is text after the end of the realm",
                "''                                    | the file is not the export of one realm"
            })
    void refusesAFileThatIsNoRealmWithUsers(String file, String message) throws IOException {
        Path realm = realm(file);

        assertThatThrownBy(() -> lines(ForeignUsers.ofKeycloak(realm)))
                .isInstanceOf(FaultyFileException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void reportsADamagedGzipFile() throws IOException {
        byte[] packed = gzip(Files.readAllBytes(Fixture.KRATOS.path()));
        Path realm = Files.write(directory.resolve("realm.gz"), Arrays.copyOf(packed, packed.length / 2));

        assertThatThrownBy(() -> lines(ForeignUsers.ofKratos(stream(Arrays.copyOf(packed, packed.length / 2)))))
                .isInstanceOf(IOException.class)
                .hasMessage("the gzip file ends too early or is damaged, after %d bytes".formatted(packed.length / 2));
        assertThatThrownBy(() -> lines(ForeignUsers.ofAuth0(stream(Arrays.copyOf(packed, 5)))))
                .isInstanceOf(IOException.class)
                .hasMessage("the gzip file ends too early or is damaged, after 5 bytes");
        assertThatThrownBy(() -> lines(ForeignUsers.ofKeycloak(realm))).isInstanceOf(IOException.class);
    }

    @Test
    void refusesInvalidUtf8() {
        byte[] latin = "[{\"id\": \"ä\"}]".getBytes(ISO_8859_1);

        assertThatThrownBy(() -> lines(ForeignUsers.ofKratos(stream(latin))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the file is not UTF-8");
    }

    @Test
    void boundsAndEscapesNamesOfPartsThatAreNotImported() throws IOException {
        String members = IntStream.range(0, 3_000)
                .mapToObj(number -> "\"m%d\\u001b[31m\\u009b31m%s\": 1".formatted(number, "x".repeat(200)))
                .collect(Collectors.joining(", "));
        try (Source source = ForeignUsers.ofAuth0(stream("{\"user_id\": \"a\", " + members + "}"))) {
            lines(source);

            assertThat(source.notImported()).hasSize(1_001).containsEntry("others", 2_000L);
            assertThat(source.notImported().keySet())
                    .allSatisfy(name -> assertThat(name).hasSizeLessThan(102).matches("\\P{Cc}*"));
        }
    }

    @Test
    void shortensSuchNamesOnlyBetweenCharacters() throws IOException {
        String shown = "x".repeat(99) + "😀";
        try (Source source = ForeignUsers.ofAuth0(stream("{\"user_id\": \"a\", \"" + shown + "y\": 1}"))) {
            lines(source);

            assertThat(source.notImported()).isEqualTo(Map.of(shown + "…", 1L));
        }
    }

    private Path realm(String text) throws IOException {
        return Files.writeString(directory.resolve("realm.json"), text);
    }

    static List<String> lines(Source source) throws IOException {
        List<String> lines = new ArrayList<>();
        for (byte[] line = source.next(); line != null; line = source.next()) {
            lines.add(new String(line, UTF_8));
        }
        return lines;
    }

    static InputStream stream(String text) {
        return stream(text.getBytes(UTF_8));
    }

    private static InputStream stream(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }
}
