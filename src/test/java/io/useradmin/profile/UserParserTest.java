package io.useradmin.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.json.JsonMembers;
import io.useradmin.json.UnreadableJsonException;
import io.useradmin.profile.UserInput.Contact;
import io.useradmin.profile.UserInput.Username;
import io.useradmin.shared.Violations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The valid User objects, and the errors for invalid ones. */
class UserParserTest {
    private final Violations violations = new Violations();

    @Test
    void readsEveryMember() {
        UserInput user = read("""
                {"creation_time": 1, "last_updated": 2, "password_updated_at": 3, "has_password": true, "disabled": true,
                 "claims": {"name": "Aino Virtanen", "given_name": "Aino", "family_name": "Virtanen"},
                 "public_data": {"a": 1.0}, "private_data": {"b": [null]},
                 "username": {"id": "n1", "username": "aino", "authenticators": ["password"], "idps": ["google"]},
                 "emails": [{"id": "e1", "email": "a@example.com", "verified": true, "primary": true,
                             "authenticators": ["email", "password"], "idps": ["acme"]}, {"email": "b@example.com"}],
                 "phone_numbers": [{"id": "p1", "phone": "+358401234567", "verified": false, "primary": false,
                                    "authenticators": ["phone"], "idps": []}],
                 "idps": [{"provider_user_id": "g 1", "authenticator": "google", "claims": {"email_verified": "true"}},
                          {"provider_user_id": "g 1", "authenticator": "github"}]}""");

        assertThat(found()).isEmpty();
        assertThat(user)
                .isEqualTo(new UserInput(
                        1L,
                        2L,
                        3L,
                        true,
                        true,
                        Claims.NONE.named("Aino Virtanen", "Aino", "Virtanen"),
                        "{\"a\":1.0}",
                        "{\"b\":[null]}",
                        new Username("n1", "aino", List.of("password"), List.of("google")),
                        List.of(
                                new Contact(
                                        "e1",
                                        "a@example.com",
                                        true,
                                        true,
                                        List.of("email", "password"),
                                        List.of("acme")),
                                new Contact(null, "b@example.com", false, false, List.of(), List.of())),
                        List.of(new Contact("p1", "+358401234567", false, false, List.of("phone"), List.of())),
                        List.of(
                                new User.ExternalIdentity("g 1", "google", Map.of("email_verified", "true")),
                                new User.ExternalIdentity("g 1", "github", Map.of()))));
    }

    @Test
    void acceptsAnEmptyUser() {
        assertThat(read("{}"))
                .isEqualTo(new UserInput(
                        null,
                        null,
                        null,
                        false,
                        false,
                        Claims.NONE,
                        "{}",
                        "{}",
                        null,
                        List.of(),
                        List.of(),
                        List.of()));
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"creation_time\": \"1\"`                                   | /creation_time wrong_type",
                "`\"last_updated\": -1`                                       | /last_updated out_of_range",
                "`\"password_updated_at\": 1.5`                               | /password_updated_at not_an_integer",
                "`\"has_password\": \"true\"`                                 | /has_password wrong_type",
                "`\"disabled\": null`                                         | /disabled wrong_type",
                "`\"claims\": []`                                             | /claims wrong_type",
                "`\"claims\": {\"email\": \"x\"}`                             | /claims/email unknown_member",
                "`\"claims\": {\"name\": \"\"}`                               | /claims/name length",
                "`\"claims\": {\"given_name\": 1}`                            | /claims/given_name wrong_type",
                "`\"public_data\": []`                                        | /public_data wrong_type",
                "`\"private_data\": {\"a\": \"\\u0000\"}`                     | /private_data/a not_storable",
                "`\"username\": \"aino\"`                                     | /username wrong_type",
                "`\"username\": {}`                                           | /username/username required",
                "`\"username\": {\"username\": \"\"}`                         | /username/username length",
                "`\"username\": {\"username\": \"a\\tb\"}`                    | /username/username control_character",
                "`\"username\": {\"username\": \"a\", \"id\": \"a b\"}`       | /username/id identifier",
                "`\"username\": {\"username\": \"a\", \"verified\": true}`    | /username/verified unknown_member",
                "`\"username\": {\"username\": \"a\", \"authenticators\": [\"sms\"]}` | /username/authenticators/0 unknown_value",
                "`\"emails\": {}`                                             | /emails wrong_type",
                "`\"emails\": [\"a@b\"]`                                      | /emails/0 wrong_type",
                "`\"emails\": [{}]`                                           | /emails/0/email required",
                "`\"emails\": [{\"email\": \"a@b\"}, {\"email\": \"nobody\"}]` | /emails/1/email not_an_email",
                "`\"emails\": [{\"email\": \"a@b\"}, {\"email\": \"a@b\"}]`   | /emails/1/email duplicate",
                "`\"emails\": [{\"email\": \"a@b\", \"id\": \"1\"}, {\"email\": \"c@d\", \"id\": \"1\"}]` | /emails/1/id duplicate",
                "`\"emails\": [{\"email\": \"a@b\", \"primary\": true}, {\"email\": \"c@d\", \"primary\": true}]` | /emails/1/primary second_primary",
                "`\"emails\": [{\"email\": \"a@b\", \"verified\": \"yes\"}]`  | /emails/0/verified wrong_type",
                "`\"emails\": [{\"email\": \"a@b\", \"idps\": [\"x\", \"x\"]}]` | /emails/0/idps/1 duplicate",
                "`\"emails\": [{\"email\": \"a@b\", \"idps\": [\"\"]}]`       | /emails/0/idps/0 length",
                "`\"emails\": [{\"email\": \"a@b\", \"authenticators\": [\"email\", \"email\"]}]` | /emails/0/authenticators/1 duplicate",
                "`\"phone_numbers\": [{\"phone\": \"040 123\"}]`              | /phone_numbers/0/phone not_a_phone_number",
                "`\"phone_numbers\": [{\"phone\": \"+35\"}, {\"phone\": \"+35\"}]` | /phone_numbers/1/phone duplicate",
                "`\"phone_numbers\": [{\"phone\": \"+35\", \"email\": \"a@b\"}]` | /phone_numbers/0/email unknown_member",
                "`\"idps\": [{\"authenticator\": \"google\"}]`                | /idps/0/provider_user_id required",
                "`\"idps\": [{\"provider_user_id\": \"1\", \"authenticator\": \"Google\"}]` | /idps/0/authenticator unknown_value",
                "`\"idps\": [{\"provider_user_id\": \"1\", \"authenticator\": \"google\", \"claims\": {\"email_verified\": true}}]` | /idps/0/claims/email_verified wrong_type",
                "`\"idps\": [{\"provider_user_id\": \"1\", \"authenticator\": \"google\"}, {\"provider_user_id\": \"1\", \"authenticator\": \"google\"}]` | /idps/1 duplicate",
                "`\"password\": \"hunter2\"`                                  | /password unknown_member",
            })
    void reportsErrorsWithTheirLocation(String member, String violation) {
        read("{" + member + "}");

        assertThat(found()).containsExactly(violation);
        assertThat(violations.found().toString()).doesNotContain("hunter2", "nobody");
    }

    @Test
    void findsAllErrorsAtOnce() {
        read("""
                {"disabled": 1, "claims": {"x": 1}, "username": {"idps": [1]}, "emails": [{"email": 1, "x": 1}], "idps": [1]}""");

        assertThat(found())
                .containsExactly(
                        "/disabled wrong_type",
                        "/claims/x unknown_member",
                        "/username/username required",
                        "/username/idps/0 wrong_type",
                        "/emails/0/email wrong_type",
                        "/emails/0/x unknown_member",
                        "/idps/0 wrong_type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b",
                "first.last+tag@example.co.uk",
                "!#$%&'*/=?^_`{|}~-@example.com",
                "\\\"first last\\\"@example.com",
                "üñîçøðé@exämple.com",
                "पता@उदाहरण.भारत",
                "A@EXAMPLE.com",
                "a@xn--exmple-cua.com",
                "a@1.2"
            })
    void takesEmails(String email) {
        assertThat(read("{\"emails\": [{\"email\": \"" + email + "\"}]}").emails())
                .hasSize(1);
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "@",
                "a@",
                "@b",
                "a b@c",
                "a@b c",
                "a@b\\nbcc:c@d",
                "a\\u0000@b",
                "a@-b",
                "a@b-",
                "a@b..c",
                "a@.b",
                "a@b.",
                "a@b_c",
                "a@[192.0.2.1]",
                "<a@b>",
                "Aino <a@b>",
                "a@b,c@d",
                "a@b@c",
                "\\\"a@b"
            })
    void refusesInvalidEmails(String email) {
        assertThat(read("{\"emails\": [{\"email\": \"" + email + "\"}]}").emails())
                .isEmpty();
        assertThat(found())
                .containsExactly(
                        email.contains("u0000") ? "/emails/0/email not_storable" : "/emails/0/email not_an_email");
    }

    @ParameterizedTest
    @CsvSource({"64, 63, 1, true", "65, 10, 1, false", "64, 63, 3, false", "64, 62, 3, true", "1, 64, 1, false"})
    void boundsTheLengthOfEmails(int localPart, int label, int labels, boolean taken) {
        String email = "l".repeat(localPart) + "@" + "d".repeat(label) + ("." + "d".repeat(label)).repeat(labels - 1);

        assertThat(read("{\"emails\": [{\"email\": \"" + email + "\"}]}").emails())
                .hasSize(taken ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({
        "+12, true",
        "+123456789012345, true",
        "+1234567890123456, false",
        "+1, false",
        "+0123, false",
        "358401234567, false",
        "+358 40 1234567, false",
        "+35８401234, false",
        "'', false"
    })
    void knowsPhoneNumbers(String phone, boolean taken) {
        assertThat(read("{\"phone_numbers\": [{\"phone\": \"" + phone + "\"}]}").phoneNumbers())
                .hasSize(taken ? 1 : 0);
        assertThat(found()).isEqualTo(taken ? List.of() : List.of("/phone_numbers/0/phone not_a_phone_number"));
    }

    @Test
    void appliesAPatch() {
        String before = "{\"username\": {\"id\": \"n1\", \"username\": \"aino\"}, \"disabled\": true}";
        UserInput after =
                UserParser.patched(members("{\"username\": {\"idps\": [\"acme\"]}}"), "u1", before, violations);

        assertThat(found()).isEmpty();
        assertThat(after.disabled()).isTrue();
        assertThat(after.username()).isEqualTo(new Username("n1", "aino", List.of(), List.of("acme")));
    }

    /** The user may have the name that the patch lacks. */
    @Test
    void findsTheErrorsOfAPatchWithoutItsUser() {
        UserParser.checkPatch(
                members("{\"username\": {\"id\": \"n1\"}, \"user_id\": \"u1\", \"claims\": null}"), "u1", violations);
        assertThat(found()).isEmpty();

        UserParser.checkPatch(
                members("{\"username\": {\"username\": null}, \"user_id\": \"u2\", \"disabled\": 1, \"x\": null}"),
                "u1",
                violations);
        assertThat(found())
                .containsExactlyInAnyOrder(
                        "/username/username required",
                        "/user_id mismatch",
                        "/disabled wrong_type",
                        "/x unknown_member");
    }

    private UserInput read(String body) {
        JsonMembers members = members(body);
        UserInput user = UserParser.read(members, () -> 1000);
        members.end();
        return user;
    }

    private JsonMembers members(String body) {
        try {
            return JsonMembers.read(body.getBytes(StandardCharsets.UTF_8), violations);
        } catch (UnreadableJsonException failure) {
            throw new AssertionError(failure);
        }
    }

    private List<String> found() {
        return violations.found().stream()
                .map(violation -> violation.location().value() + " " + violation.code())
                .toList();
    }
}
