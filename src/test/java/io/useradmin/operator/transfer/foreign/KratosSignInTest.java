package io.useradmin.operator.transfer.foreign;

import static io.useradmin.operator.transfer.foreign.ForeignUsersTest.lines;
import static io.useradmin.operator.transfer.foreign.ForeignUsersTest.stream;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.transfer.Source;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches credentials of Ory Kratos, which are normalized, with traits, which are as the user typed them. */
class KratosSignInTest {
    @ParameterizedTest
    @CsvSource({"JohnD, johnd", "' JohnD ', johnd", "@John, @john", "+John, +john", "John@example.com, john@example.com"
    })
    void aUsernameInAnotherCase(String trait, String identifier) throws IOException {
        assertThat(only("{\"username\":\"%s\"}".formatted(trait), password(identifier)))
                .isEqualTo("{\"user_id\":\"a\",\"has_password\":true,"
                        + "\"username\":{\"username\":\"%s\",\"authenticators\":[\"password\"]}}".formatted(trait));
    }

    @Test
    void anEmailThatIsTheUsernameToo() throws IOException {
        assertThat(only(
                        "{\"username\":\"John@example.com\",\"email\":\"John@example.com\"}",
                        password("john@example.com")))
                .isEqualTo(
                        "{\"user_id\":\"a\",\"has_password\":true,"
                                + "\"username\":{\"username\":\"John@example.com\",\"authenticators\":[\"password\"]},"
                                + "\"emails\":[{\"email\":\"John@example.com\",\"primary\":true,\"authenticators\":[\"password\"]}]}");
    }

    /** Kratos writes phone numbers of codes and addresses in the format E.164. The import rejects any other. */
    @ParameterizedTest
    @ValueSource(strings = {"+49 176 671 11 638", "+49-176.671(11)638", "+4917667111638"})
    void aPhoneNumberWithSeparators(String trait) throws IOException {
        assertThat(only("{\"phone\":\"%s\"}".formatted(trait), "\"code\":{\"identifiers\":[\"+4917667111638\"]}"))
                .isEqualTo("{\"user_id\":\"a\",\"phone_numbers\":[{\"phone\":\"+4917667111638\",\"primary\":true,"
                        + "\"authenticators\":[\"phone\"]}]}");
    }

    @ParameterizedTest
    @CsvSource({"+49 176 671 11 638, +4917667111638", "+4917667111638, +49 176 671 11 638"})
    void theAddressOfAPhoneNumberWithSeparators(String trait, String address) throws IOException {
        assertThat(only("""
                        {"id":"a","traits":{"phone":"%s"},"verifiable_addresses":[
                         {"id":"p","value":"%s","verified":true,"via":"sms"}]}""".formatted(trait, address).replace("\n", "")))
                .isEqualTo("{\"user_id\":\"a\",\"phone_numbers\":[{\"phone\":\"+4917667111638\",\"id\":\"p\","
                        + "\"verified\":true,\"primary\":true}]}");
    }

    /** Such a number has no other spelling, so the user is rejected. */
    @Test
    void aPhoneNumberOnlyWithSeparators() throws IOException {
        assertThat(only("{\"id\":\"a\",\"traits\":{\"phone\":\"+49 176\"}}"))
                .isEqualTo("{\"user_id\":\"a\",\"phone_numbers\":[{\"phone\":\"+49 176\",\"primary\":true}]}");
    }

    private static String password(String identifier) {
        return "\"password\":{\"identifiers\":[\"%s\"],\"config\":{\"use_password_migration_hook\":true}}"
                .formatted(identifier);
    }

    /** The only line of an identity, of which nothing is lost. */
    private static String only(String traits, String credentials) throws IOException {
        return only("{\"id\":\"a\",\"traits\":%s,\"credentials\":{%s}}".formatted(traits, credentials));
    }

    private static String only(String identity) throws IOException {
        try (Source source = ForeignUsers.ofKratos(stream(identity))) {
            List<String> lines = lines(source);
            assertThat(source.notImported()).isEmpty();
            assertThat(lines).hasSize(1);
            return lines.getFirst();
        }
    }
}
