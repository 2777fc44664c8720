package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdsTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.123Z");

    private final Ids ids = new Ids(Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void areUuidsOfVersion7WithTheTime() {
        UUID id = UUID.fromString(ids.next());

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16)).isEqualTo(NOW);
    }

    @Test
    void areOrderedWithinAMillisecond() {
        List<String> made = Stream.generate(ids::next).limit(10_000).toList();

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }
}
