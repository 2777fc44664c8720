package io.useradmin.database.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsistencyTokenTest {
    private static final int ROUNDS = 1_000;

    private final Random random = new Random(7);

    @Test
    void isParsedUnchanged() {
        for (int round = 0; round < ROUNDS; round++) {
            var position = new WalPosition(random.nextLong(), random.nextLong(1L << 32), random.nextLong());
            String text = new ConsistencyToken(position).toString();
            assertThat(text).hasSize(28).matches(ConsistencyToken.FORM);
            assertThat(ConsistencyToken.parse(text).orElseThrow().position()).contains(position);
        }
    }

    @Test
    void hasNoPositionIfThatIsUnknown() {
        String text = ConsistencyToken.UNKNOWN.toString();
        assertThat(ConsistencyToken.parse(text)).contains(ConsistencyToken.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AgAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AWhMZ8vVgtCnAAAAAQAAAAADAAEoA",
                "_-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void ofALaterReleaseHasNoPosition(String text) {
        assertThat(ConsistencyToken.parse(text)).contains(ConsistencyToken.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0/3000148",
                "AWhMZ8vVgtCnAAAAAQAAAAADAAE",
                "AWhMZ8vVgtCnAAAAAQAAAAADAAE=",
                "AWhMZ8vVgtCnAAAAAQAAAAADAAE+",
                "AWhMZ8vVgtCnAAAAAQAAAAADAAE\n"
            })
    void ofAnotherFormIsNone(String text) {
        assertThat(ConsistencyToken.parse(text)).isEmpty();
    }

    @Test
    void hasABound() {
        assertThat(ConsistencyToken.parse("A".repeat(128))).isPresent();
        assertThat(ConsistencyToken.parse("A".repeat(129))).isEmpty();
    }
}
