package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Tenant;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of a key. A mistyped key is always detected. */
class ApiKeyTest {
    private static final String KEY_ID = "0123456789abcdef0123456789abcdef";
    private static final String SECRET = "00112233445566778899aabbccddeeff0123456789abcdef";
    private static final String REVEALED = "uak_" + KEY_ID + "_" + SECRET + "80bab96b";

    private final ApiKey key = new ApiKey(KEY_ID, SECRET);

    @Test
    void hasAStableFormat() {
        assertThat(key.reveal()).isEqualTo(REVEALED).matches(ApiKey.PATTERN);
    }

    @Test
    void parsesItsOwnFormat() {
        for (int run = 0; run < 1_000; run++) {
            ApiKey made = Tenant.newKey();

            assertThat(ApiKey.parse(made.reveal())).contains(made);
        }
    }

    /** With a secure random number, the chance that this fails is below 1 in 10^50. */
    @Test
    void hasASecretThatIsRandomInEachDigit() {
        List<String> secrets = Stream.generate(() -> ApiKey.make(Instant.EPOCH).secret())
                .limit(1_000)
                .toList();

        assertThat(secrets).doesNotHaveDuplicates();
        for (int place = 0; place < SECRET.length(); place++) {
            int digit = place;
            assertThat(secrets.stream().map(secret -> secret.charAt(digit)).distinct())
                    .as("digit %d", digit)
                    .hasSizeGreaterThan(12);
        }
    }

    @Test
    void isRefusedWithAnyCharacterChanged() {
        for (int place = 0; place < REVEALED.length(); place++) {
            for (char replacement : "0123456789abcdefABCDEFguk_- \u0000é".toCharArray()) {
                var changed = new StringBuilder(REVEALED);
                changed.setCharAt(place, replacement);
                if (replacement != REVEALED.charAt(place)) {
                    assertThat(ApiKey.parse(changed.toString()))
                            .as("%s", changed)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void isRefusedWithAnyCharacterLeftOutOrAdded() {
        for (int place = 0; place < REVEALED.length(); place++) {
            var shorter = new StringBuilder(REVEALED).deleteCharAt(place);
            var longer = new StringBuilder(REVEALED).insert(place, '0');

            assertThat(ApiKey.parse(shorter.toString())).as("%s", shorter).isEmpty();
            assertThat(ApiKey.parse(longer.toString())).as("%s", longer).isEmpty();
        }
    }

    @Test
    void isRefusedWithAnyTwoNeighboursSwapped() {
        for (int place = 1; place < REVEALED.length(); place++) {
            var swapped = new StringBuilder(REVEALED);
            swapped.setCharAt(place - 1, REVEALED.charAt(place));
            swapped.setCharAt(place, REVEALED.charAt(place - 1));
            if (!REVEALED.contentEquals(swapped)) {
                assertThat(ApiKey.parse(swapped.toString())).as("%s", swapped).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "uak_",
                "uak__",
                "nonsense",
                " " + REVEALED,
                REVEALED + " ",
                REVEALED + "\n",
                REVEALED + REVEALED,
                "ApiKey " + REVEALED,
                KEY_ID + "_" + SECRET
            })
    void isRefusedInAnyOtherForm(String text) {
        assertThat(ApiKey.parse(text)).isEmpty();
    }

    @Test
    void randomTextsAreRefused() {
        var random = new Random(20_250_601);
        Stream.generate(() -> {
                    byte[] bytes = new byte[44];
                    random.nextBytes(bytes);
                    String digits = HexFormat.of().formatHex(bytes);
                    return "uak_" + digits.substring(0, 32) + "_" + digits.substring(32, 88);
                })
                .limit(1_000)
                .forEach(text -> assertThat(text)
                        .matches(ApiKey.PATTERN)
                        .satisfies(forged -> assertThat(ApiKey.parse(forged)).isEmpty()));
    }

    @Test
    void isStoredOnlyAsADigest() {
        assertThat(key.secretDigest())
                .isEqualTo(new ApiKey("f".repeat(32), SECRET).secretDigest())
                .isNotEqualTo(new ApiKey(KEY_ID, "0".repeat(48)).secretDigest())
                .isEqualTo("61879010f5457f4a82da1cf1cd4d8031ff9259694053d92da072a3c86a05974e");
    }

    @Test
    void neverPrintsItsSecret() {
        assertThat(key).hasToString("ApiKey[" + KEY_ID + "]");
        assertThat("%s %s".formatted(key, Optional.of(key))).doesNotContain(SECRET.substring(0, 8));
    }
}
