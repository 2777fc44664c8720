package io.useradmin.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeNegotiationTest {
    private static final List<MediaType> JSON = types("application/json");
    private static final List<MediaType> STREAM = types("text/event-stream");
    private static final List<MediaType> BOTH = types("application/json|text/event-stream");

    @ParameterizedTest
    @CsvSource({
        "*/*",
        "application/*",
        "application/json",
        "application/problem+json",
        "text/html|*/*;q=0.1",
        "application/json;q=0.001",
        "application/json;q=0|application/problem+json",
        "*/*;q=0|application/json",
    })
    void choosesJson(String ranges) {
        assertThat(MediaTypeNegotiation.choose(types(ranges), JSON)).isEqualTo(JSON.getFirst());
    }

    @ParameterizedTest
    @CsvSource({
        "text/html",
        "text/*",
        "text/event-stream",
        "application/json;q=0",
        "application/json;q=0.000",
        "application/json;q=0|*/*",
        "application/*;q=0|*/*",
        "application/problem+json;q=0",
    })
    void refusesWhatIsNotJson(String ranges) {
        assertRefused(ranges, JSON, "Responses are application/json or application/problem+json.");
    }

    @ParameterizedTest
    @CsvSource({
        "*/*, application/json",
        "application/json, application/json",
        "application/problem+json, application/json",
        "application/*|text/*, application/json",
        "text/*, text/event-stream",
        "text/event-stream, text/event-stream",
        "text/event-stream|application/problem+json, text/event-stream",
        "text/event-stream|*/*, text/event-stream",
        "text/event-stream|application/json;q=0, text/event-stream",
        "text/event-stream;q=0|*/*, application/json",
        "application/json;q=0|*/*, text/event-stream",
    })
    void choosesOneOfTwo(String ranges, String chosen) {
        assertThat(MediaTypeNegotiation.choose(types(ranges), BOTH)).isEqualTo(MediaType.valueOf(chosen));
    }

    @ParameterizedTest
    @CsvSource({"text/event-stream|application/json", "application/*|text/event-stream"})
    void refusesAStreamNextToJson(String ranges) {
        assertRefused(ranges, BOTH, "Accept allows a stream and JSON; allow only one of them.");
    }

    @ParameterizedTest
    @CsvSource({"*/*", "text/*", "text/event-stream", "text/event-stream|application/json"})
    void choosesAStreamIfThereIsNothingElse(String ranges) {
        assertThat(MediaTypeNegotiation.choose(types(ranges), STREAM)).isEqualTo(STREAM.getFirst());
    }

    private static void assertRefused(String ranges, List<MediaType> offered, String detail) {
        assertThatThrownBy(() -> MediaTypeNegotiation.choose(types(ranges), offered))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem())
                                .isEqualTo(new Problem.Refused(ProblemType.NOT_ACCEPTABLE, detail)));
    }

    private static List<MediaType> types(String text) {
        return Stream.of(text.split("\\|")).map(MediaType::valueOf).toList();
    }
}
