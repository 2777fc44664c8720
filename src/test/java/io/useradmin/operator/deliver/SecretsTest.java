package io.useradmin.operator.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
    /** The example of the reference implementations of Standard Webhooks. */
    private static final String EXAMPLE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final String OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    private static final String SIGNED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @Test
    void signsAsTheSpecificationShows() {
        assertThat(sign(EXAMPLE)).isEqualTo(SIGNED);
    }

    @Test
    void signsByEachSecretWhileOneIsReplaced() {
        assertThat(sign("", "  " + OTHER + " ", EXAMPLE, ""))
                .startsWith("v1,")
                .endsWith(" " + SIGNED)
                .hasSize(2 * SIGNED.length() + 1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', has no secret",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, has a line that does not begin with whsec_",
        "whsec_!!!, has a secret that is not Base64",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLQ==, has a secret that is not 24 to 64 bytes long",
    })
    void refusesOthersWithoutRepeatingThem(String line, String message) {
        assertThatThrownBy(() -> Secrets.parse(List.of(line)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message)
                .hasNoCause();
    }

    @Test
    void neverPrintsItself() {
        assertThat(Secrets.parse(List.of(EXAMPLE))).hasToString("Secrets[1]");
    }

    private static String sign(String... lines) {
        return Secrets.parse(List.of(lines)).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}");
    }
}
