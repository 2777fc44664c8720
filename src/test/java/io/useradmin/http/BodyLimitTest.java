package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound of a body, whether it announces its size or not. */
class BodyLimitTest {
    private final BodyLimit limit = new BodyLimit(new Limits(10, Duration.ofSeconds(1), 1, 1, 1));

    private record Limits(
            int maxBodySize, Duration deadline, int maxInFlight, int concurrentReads, int concurrentWrites)
            implements HttpLimits {}

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 10})
    void takesWhatIsAnnouncedWithinTheBound(long announced) {
        assertThatCode(() -> limit.check(announced)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 4_294_967_297L, Long.MAX_VALUE})
    void refusesWhatIsAnnouncedBeyondTheBound(long announced) {
        assertTooLarge(() -> limit.check(announced));
    }

    @ParameterizedTest
    @CsvSource({"'', -1", "'', 0", "0123456789, -1", "0123456789, 10", "012345678, 9"})
    void readsABodyUpToTheBound(String body, int announced) throws IOException {
        assertThat(limit.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII)), announced))
                .asString()
                .isEqualTo(body);
    }

    @Test
    void readsNoMoreOfABodyThanItTakesToRefuseIt() {
        var endless = new Endless();

        assertTooLarge(() -> limit.read(endless, -1));
        assertThat(endless.read).isLessThanOrEqualTo(11);
    }

    @Test
    void readsNoMoreOfABodyThanWasAnnounced() throws IOException {
        var endless = new Endless();

        assertThat(limit.read(endless, 3)).hasSize(3);
        assertThat(endless.read).isEqualTo(3);
    }

    private static void assertTooLarge(ThrowingCallable call) {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(call).satisfies(failure -> {
            assertThat(failure.problem().type()).isEqualTo(ProblemType.BODY_TOO_LARGE);
            assertThat(failure.problem().headers()).containsEntry("Connection", "close");
        });
    }

    private static final class Endless extends InputStream {
        private int read;

        @Override
        public int read() {
            read++;
            return 'x';
        }
    }
}
