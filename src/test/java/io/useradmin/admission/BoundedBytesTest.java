package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedBytesTest {
    @ParameterizedTest
    @CsvSource({"'', -1", "'', 0", "0123456789, -1", "0123456789, 10", "012345678, 9", "01234, 9", "0123456789, 3"})
    void keepsBytesUpToTheLimit(String body, int announced) {
        var bytes = new BoundedBytes(10, announced);

        body.chars()
                .forEach(character -> assertThat(bytes.append(Buffer.buffer(Character.toString(character))))
                        .isTrue());

        assertThat(bytes.stream()).hasContent(body);
    }

    @Test
    void refusesThePieceThatExceedsTheLimitAndKeepsTheRest() {
        var bytes = new BoundedBytes(10, -1);

        assertThat(bytes.append(Buffer.buffer("0123456"))).isTrue();
        assertThat(bytes.append(Buffer.buffer("7890"))).isFalse();
        assertThat(bytes.append(Buffer.buffer("789"))).isTrue();
        assertThat(bytes.append(Buffer.buffer("x"))).isFalse();

        assertThat(bytes.stream()).hasContent("0123456789");
    }

    @Test
    void growsWithoutAnAnnouncement() {
        var bytes = new BoundedBytes(Integer.MAX_VALUE, -1);
        String piece = "x".repeat(100_000);

        assertThat(bytes.append(Buffer.buffer(piece))).isTrue();
        assertThat(bytes.append(Buffer.buffer(piece))).isTrue();

        assertThat(bytes.stream()).hasContent(piece + piece);
    }
}
