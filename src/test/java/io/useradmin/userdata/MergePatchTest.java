package io.useradmin.userdata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.testsupport.Sql;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the merge in PostgreSQL with the algorithm of RFC 7396. */
class MergePatchTest {
    private static final String MERGE = """
            select merge_patch(cast(target as jsonb), cast(patch as jsonb))::text
              from unnest(?, ?) with ordinality as given (target, patch, place)
             order by place
            """;
    private static final String MERGE_TWICE = """
            select merge_patch(merge_patch(cast(target as jsonb), cast(patch as jsonb)), cast(patch as jsonb))::text
              from unnest(?, ?) with ordinality as given (target, patch, place)
             order by place
            """;

    private static final String LAY_OVER = """
            select (cast(target as jsonb) || cast(patch as jsonb))::text
              from unnest(?, ?) with ordinality as given (target, patch, place)
             order by place
            """;

    /** Keeps all digits of numbers, so that {@code 1.0} and {@code 1.00} differ. */
    private static final ObjectMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final JsonNodeFactory NODES = EXACT.getNodeFactory();

    /** Only a few names, so that a target and its patch often have the same ones. Some are unusual. */
    private static final List<String> NAMES = List.of(
            "a",
            "b",
            "A",
            "",
            " ",
            "\"",
            "\\",
            "'",
            "a.b",
            "$",
            "{a,b}",
            "0",
            "null",
            "\n\t\u0001",
            "é",
            "e\u0301",
            "名",
            "😀");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-7",
            "1.0",
            "1.00",
            "-0.50",
            "9007199254740993",
            "123456789012345678901234567890",
            "3.14159265358979323846");

    private record Pair(JsonNode target, JsonNode patch) {}

    /** RFC 7396, appendix A. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":\"b\"} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"b\"} | {\"b\":\"c\"} | {\"a\":\"b\",\"b\":\"c\"}",
                "{\"a\":\"b\"} | {\"a\":null} | {}",
                "{\"a\":\"b\",\"b\":\"c\"} | {\"a\":null} | {\"b\":\"c\"}",
                "{\"a\":[\"b\"]} | {\"a\":\"c\"} | {\"a\":\"c\"}",
                "{\"a\":\"c\"} | {\"a\":[\"b\"]} | {\"a\":[\"b\"]}",
                "{\"a\":{\"b\":\"c\"}} | {\"a\":{\"b\":\"d\",\"c\":null}} | {\"a\":{\"b\":\"d\"}}",
                "{\"a\":[{\"b\":\"c\"}]} | {\"a\":[1]} | {\"a\":[1]}",
                "[\"a\",\"b\"] | [\"c\",\"d\"] | [\"c\",\"d\"]",
                "{\"a\":\"b\"} | [\"c\"] | [\"c\"]",
                "{\"a\":\"foo\"} | null | null",
                "{\"a\":\"foo\"} | \"bar\" | \"bar\"",
                "{\"e\":null} | {\"a\":1} | {\"e\":null,\"a\":1}",
                "[1,2] | {\"a\":\"b\",\"c\":null} | {\"a\":\"b\"}",
                "{} | {\"a\":{\"bb\":{\"ccc\":null}}} | {\"a\":{\"bb\":{}}}"
            })
    void followsTheExamplesOfTheRfc(String target, String patch, String result) {
        String merged = Sql.value("select merge_patch(cast(? as jsonb), cast(? as jsonb))", target, patch);

        assertThat(exact(merged)).isEqualTo(exact(result));
        assertThat(exact(merge(tree(target), tree(patch)).toString())).isEqualTo(exact(result));
    }

    /** RFC 7396, section 3. */
    @Test
    void followsTheExampleDocumentOfTheRfc() {
        String target = """
                {"title": "Goodbye!", "author": {"givenName": "John", "familyName": "Doe"},
                 "tags": ["example", "sample"], "content": "This will be unchanged"}""";
        String patch = """
                {"title": "Hello!", "phoneNumber": "+01-123-456-7890", "author": {"familyName": null},
                 "tags": ["example"]}""";

        String merged = Sql.value("select merge_patch(cast(? as jsonb), cast(? as jsonb))", target, patch);

        assertThat(exact(merged))
                .isEqualTo(Map.of(
                        "title", "Hello!",
                        "author", Map.of("givenName", "John"),
                        "tags", List.of("example"),
                        "content", "This will be unchanged",
                        "phoneNumber", "+01-123-456-7890"));
    }

    @Test
    void treatsAMissingTargetAsEmpty() {
        assertThat(Sql.value("select merge_patch(null, '{\"a\": {\"b\": 1, \"c\": null}}')"))
                .isEqualTo("{\"a\": {\"b\": 1}}");
    }

    @Test
    void keepsTheDigitsOfNumbers() {
        assertThat(Sql.value("select merge_patch('{\"kept\": 1.0}', '{\"set\": 123456789012345678901234567890.10}')"))
                .isEqualTo("{\"set\": 123456789012345678901234567890.10, \"kept\": 1.0}");
    }

    @Test
    void agreesWithTheRfcOnRandomDocuments() {
        assertMerges(MERGE, pairs(20_250_401, 4_000));
    }

    /** Documents are objects. For flat patches, the repository uses PostgreSQL's concatenation. */
    @Test
    void concatenationAgreesWithTheRfcForFlatPatches() {
        List<Pair> flat = pairs(20_261_121, 8_000).stream()
                .filter(pair -> pair.target().isObject() && isFlat(pair.patch()))
                .toList();

        assertThat(flat).hasSizeGreaterThan(1_000);
        assertMerges(LAY_OVER, flat);
    }

    @Test
    void isIdempotent() {
        List<Pair> pairs = pairs(20_250_402, 2_000);

        assertThat(run(MERGE_TWICE, pairs)).isEqualTo(run(MERGE, pairs));
    }

    /** The pseudo code of RFC 7396, section 2. */
    private static JsonNode merge(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode merged = target instanceof ObjectNode object ? object.deepCopy() : NODES.objectNode();
        patch.properties().forEach(member -> {
            String name = member.getKey();
            if (member.getValue().isNull()) {
                merged.remove(name);
            } else {
                merged.set(name, merge(merged.path(name), member.getValue()));
            }
        });
        return merged;
    }

    /** Flat as {@link io.useradmin.json.MergePatch} defines it. */
    private static boolean isFlat(JsonNode patch) {
        return patch.isObject() && patch.valueStream().noneMatch(member -> member.isNull() || member.isObject());
    }

    private static void assertMerges(String query, List<Pair> pairs) {
        List<String> merged = run(query, pairs);

        for (int index = 0; index < pairs.size(); index++) {
            Pair pair = pairs.get(index);
            assertThat(exact(merged.get(index)))
                    .as("%s patched with %s", pair.target(), pair.patch())
                    .isEqualTo(exact(merge(pair.target(), pair.patch()).toString()));
        }
    }

    private static List<String> run(String query, List<Pair> pairs) {
        List<String> targets =
                pairs.stream().map(pair -> pair.target().toString()).toList();
        List<String> patches =
                pairs.stream().map(pair -> pair.patch().toString()).toList();
        return Sql.list(query, targets, patches);
    }

    /** Mostly objects, as the service stores them, sometimes other values. */
    private static List<Pair> pairs(long seed, int count) {
        var random = new Random(seed);
        List<Pair> pairs = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            boolean whatever = random.nextInt(10) == 0;
            pairs.add(
                    whatever
                            ? new Pair(value(random, 2), value(random, 2))
                            : new Pair(object(random, 3), object(random, 3)));
        }
        return pairs;
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 5)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.textNode(pick(NAMES, random));
            case 3, 4 -> tree(pick(NUMBERS, random));
            case 5 -> {
                var array = NODES.arrayNode();
                for (int count = random.nextInt(4); count > 0; count--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> object(random, depth - 1);
        };
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = NODES.objectNode();
        int members = random.nextInt(7);
        for (int count = 0; count < members; count++) {
            object.set(pick(NAMES, random), value(random, depth));
        }
        return object;
    }

    private static String pick(List<String> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static JsonNode tree(String json) {
        try {
            return EXACT.readTree(json);
        } catch (JsonProcessingException failure) {
            throw new AssertionError(failure);
        }
    }

    /** JSON as maps, lists and {@link BigDecimal}s. Their equality ignores the order of members. */
    private static Object exact(String json) {
        try {
            return EXACT.readValue(json, Object.class);
        } catch (JsonProcessingException failure) {
            throw new AssertionError(failure);
        }
    }
}
