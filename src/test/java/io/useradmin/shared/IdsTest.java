package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Identifiers that the service makes. */
class IdsTest {
    @Test
    void areUuidsOfVersion7ThatTellTheirMillisecond() {
        Instant now = Instant.parse("2026-01-02T03:04:05.678Z");
        var ids = new Ids(Clock.fixed(now, ZoneOffset.UTC));

        for (int time = 0; time < 1000; time++) {
            UUID id = UUID.fromString(ids.next());
            assertThat(id.version()).isEqualTo(7);
            assertThat(id.variant()).isEqualTo(2);
            assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(now.toEpochMilli());
        }
    }

    @Test
    void differWithinOneMillisecondAndAreIdentifiers() {
        var ids = new Ids(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

        assertThat(Stream.generate(ids::next).limit(10_000).collect(Collectors.toSet()))
                .hasSize(10_000)
                .allMatch(Identifier::isValid);
    }

    @Test
    void sortByTime() {
        String earlier = new Ids(Clock.fixed(Instant.ofEpochMilli(1), ZoneOffset.UTC)).next();
        String later = new Ids(Clock.fixed(Instant.ofEpochMilli(2), ZoneOffset.UTC)).next();

        assertThat(earlier).isLessThan(later);
    }
}
