package io.useradmin.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {
    private static final String[] PARTS = {
        "/", "/", ".", "..", "%2e", "%41", "%zz", "\\", "#", "api", "|", "a", " ", "é", "?", "~"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {"/api/users/auth0|5f7c/sessions", "/api/users/a.b?sort=x:-1&size=2", "/", "/api/users/~@+:"})
    void findsNothingInOrdinaryTargets(String uri) {
        assertThat(RequestTarget.isPlain(uri)).isTrue();
    }

    /** The fast check accepts nothing that the patterns would refuse. */
    @Test
    void isNeverLaxerThanThePatterns() {
        var random = new Random(1);
        for (int number = 0; number < 100_000; number++) {
            String uri = Stream.generate(() -> PARTS[random.nextInt(PARTS.length)])
                    .limit(1 + random.nextInt(6))
                    .collect(Collectors.joining());
            if (RequestTarget.isPlain(uri)) {
                assertThat(RequestTarget.isReadable(uri)).as(uri).isTrue();
                assertThat(RequestTarget.isNormalised(uri)).as(uri).isTrue();
            }
        }
    }
}
