package io.useradmin.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTest {
    private static final Position SOME = new Position(742, 15);

    @Test
    void parsesItsOwnFormat() {
        for (Position position : List.of(SOME, Position.START, new Position(1L << 58, 1L << 58))) {
            assertThat(Position.read(position.cursor("acme"), "acme")).contains(position);
        }
    }

    @Test
    void isValidOnlyForItsTenant() {
        assertThat(Position.read(SOME.cursor("acme"), "other")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "now", "-1-1", "%s-", "%s-1", "%s-1-", "%s-1-A", "%s-1-2-3", "%s-zzzzzzzzzzzzz-1", " %s-1-1"
            })
    void rejectsOtherTexts(String text) {
        String checksum = SOME.cursor("acme").substring(0, 8);

        assertThat(Position.read(text.formatted(checksum), "acme")).isEmpty();
    }

    @Test
    void isOrderedByTransactionThenSequence() {
        assertThat(List.of(Position.END, new Position(742, 16), SOME, new Position(741, 99), Position.START))
                .isSortedAccordingTo((left, right) -> right.compareTo(left));
    }
}
