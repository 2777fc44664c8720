package io.useradmin.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The traceparent headers that the service accepts (W3C Trace Context, section 3.2). */
class TraceIdTest {
    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String VALID = "[0-9a-f]{32}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-" + ID + "-00f067aa0ba902b7-01",
                "00-" + ID + "-00f067aa0ba902b7-00",
                "00-" + ID + "-00f067aa0ba902b7-ff",
                "cc-" + ID + "-00f067aa0ba902b7-01",
                "cc-" + ID + "-00f067aa0ba902b7-01-what-the-future-will-be-like",
                "01-" + ID + "-00f067aa0ba902b7-01-"
            })
    void isTakenFromAValidHeader(String traceparent) {
        assertThat(TraceId.of(traceparent)).isEqualTo(ID);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "nonsense",
                ID,
                "00-" + ID,
                "00-" + ID + "-00f067aa0ba902b7",
                "00-" + ID + "-00f067aa0ba902b7-1",
                "00-" + ID + "-00f067aa0ba902b7-01-",
                "00-" + ID + "-00f067aa0ba902b7-01-extra",
                "00-" + ID + "-00f067aa0ba902b7-01.extra",
                "cc-" + ID + "-00f067aa0ba902b7-01.extra",
                "ff-" + ID + "-00f067aa0ba902b7-01",
                "0-" + ID + "-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-" + ID + "-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-" + ID + "0-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "00-" + ID + "-00f067aa0ba902b-01",
                "00_" + ID + "_00f067aa0ba902b7_01",
                " 00-" + ID + "-00f067aa0ba902b7-01"
            })
    void isNewIfTheHeaderIsInvalid(String traceparent) {
        assertThat(TraceId.of(traceparent)).matches(VALID).isNotEqualTo(ID).isNotEqualTo("0".repeat(32));
    }

    @Test
    void isAnotherOneForEveryRequest() {
        assertThat(Stream.generate(() -> TraceId.of(null)).limit(1_000))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches(VALID));
    }
}
