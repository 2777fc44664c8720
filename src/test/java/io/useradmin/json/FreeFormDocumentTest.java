package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.useradmin.json.JsonValue.JsonObject;
import io.useradmin.shared.Violations;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of free-form data: values at and just beyond each default limit. */
class FreeFormDocumentTest {
    private static final JsonLimits DEFAULTS = () -> 65_536;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":1.0,\"b\":[1.10,0.0,1E+5,123456789012345678901234567890]}",
                "{\"\":\"\",\"a b\":{\"~/\":[[],{}]}}",
                "{\"z\":true,\"a\":false,\"m\":null}",
                "{\"é\":\"😀\",\"quote\":\"\\\"\\\\\\n\"}"
            })
    void writesTheSameDocument(String document) {
        assertThat(FreeFormDocument.write(object(document))).isEqualTo(document);
        assertThat(check(document)).isEmpty();
    }

    @Test
    void countsTheDocumentItselfAsTheFirstLevel() {
        assertThat(check("{\"a\":".repeat(31) + "{}" + "}".repeat(31))).isEmpty();
        assertThat(check("{\"a\":".repeat(32) + "{}" + "}".repeat(32)))
                .containsExactly("/data" + "/a".repeat(32) + " too_deep");
    }

    @Test
    void countsArraysLikeObjects() {
        assertThat(check("{\"a\":" + "[".repeat(31) + "1" + "]".repeat(31) + "}"))
                .isEmpty();
        assertThat(check("{\"a\":" + "[".repeat(32) + "]".repeat(32) + "}"))
                .containsExactly("/data/a" + "/0".repeat(31) + " too_deep");
    }

    @Test
    void boundsTheLengthOfANameAndPlacesItAtItsObject() {
        assertThat(check("{\"a\":{\"%s\":1}}".formatted("n".repeat(256)))).isEmpty();
        assertThat(check("{\"a\":{\"%s\":1}}".formatted("n".repeat(257)))).containsExactly("/data/a name_too_long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\ud800", "a\\udc00"})
    void refusesANameThatCannotBeStored(String name) {
        assertThat(check("{\"list\":[{\"%s\":1}]}".formatted(name))).containsExactly("/data/list/0 name_not_storable");
    }

    @Test
    void locatesErrorsByEscapedPointers() {
        assertThat(check("{\"a/b\":[0,{\"m~n\":{\"\":\"\\u0000\"}}],\"~1\":\"\\ud800\"}"))
                .containsExactly("/data/a~1b/1/m~0n/ not_storable", "/data/~01 not_storable");
    }

    /** The response has few of these errors. Each has a pointer of 15,000 characters: all pointers would need 300 MB. */
    @Test
    void needsNoMemoryForThePointersOfErrorsThatAreNotKept() {
        String begin = "{\"%s\":".formatted("~".repeat(256));
        JsonObject document = object(begin.repeat(28) + "[" + "-0,".repeat(20_000) + "-0]" + "}".repeat(28));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        new FreeFormDocument(DEFAULTS, new Violations()).check(document, BodyLocation.BODY.member("data"));

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(30_000_000);
    }

    @ParameterizedTest
    @CsvSource({
        "1e65529, true",
        "1e65530, false",
        "-1e65528, true",
        "1e131071, false",
        "1e-16383, true",
        "0.1e65529, true"
    })
    void boundsTheBytesThatNumbersTakeWhenTheyAreWrittenOut(String number, boolean fits) {
        assertThat(check("{\"n\":" + number + "}")).isEqualTo(fits ? List.of() : List.of("/data too_large"));
    }

    @Test
    void boundsTheBytesOfAllNumbersTogether() {
        assertThat(check("{\"n\":[1e32759,{\"m\":1e32759}]}")).isEmpty();
        assertThat(check("{\"n\":[1e32759,{\"m\":1e32759}],\"one\":0}")).containsExactly("/data too_large");
    }

    @Test
    void refusesABodyOfHugeNumbersWithoutWritingThemOut() {
        String numbers = IntStream.range(0, 20_000).mapToObj(_ -> "1e131071").collect(Collectors.joining(","));

        List<String> found = check("{\"n\":[" + numbers + "]}");

        assertThat(found).containsExactly("/data too_large");
    }

    @Test
    void refusesANumberOfManyDigitsWithoutComputingIt() {
        String body = "{\"n\":" + "7".repeat(200_000) + "}";

        List<String> found = check(body);

        assertThat(found).containsExactly("/data/n number_out_of_range");
    }

    /** The errors of {@code document} as the member {@code data} of a body. */
    private static List<String> check(String document) {
        var violations = new Violations();
        new FreeFormDocument(DEFAULTS, violations).check(object(document), BodyLocation.BODY.member("data"));
        return violations.found().stream()
                .map(violation -> violation.location().value() + " " + violation.code())
                .toList();
    }

    private static JsonObject object(String document) {
        try {
            return (JsonObject) JsonReader.read(document.getBytes(StandardCharsets.UTF_8));
        } catch (UnreadableJsonException failure) {
            throw new AssertionError(failure);
        }
    }
}
