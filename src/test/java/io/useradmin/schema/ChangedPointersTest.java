package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Sql;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the SQL function {@code changed_pointers}, which names what changed in events, with the same rule in Java. */
class ChangedPointersTest {
    private static final int PAIRS = 2_000;
    private static final int DEPTH = 4;
    /** The most pointers of an event. */
    private static final int MOST = 100;

    private static final int NO_CHANGE = 5;

    /** Only a few names, so that both documents often have the same ones. Some are escaped in a JSON Pointer. */
    private static final List<String> NAMES = List.of("a", "b", "~", "/", "a~1b", "é", "");

    /** Some differ only as text. */
    private static final List<String> VALUES =
            List.of("1", "1.0", "1.00", "null", "true", "\"x\"", "[]", "[1]", "[1.0]", "[{\"a\": 1}]");

    private final Random random = new Random(20_261_125);

    /** An object: each member is JSON, or again an object. */
    private record Document(Map<String, Object> members) {
        @Override
        public String toString() {
            return members.entrySet().stream()
                    .map(member -> "\"%s\": %s".formatted(member.getKey(), member.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
    }

    @Test
    void namesTheSameMembersAsTheRuleInJava() {
        for (int pair = 0; pair < PAIRS; pair++) {
            Document before = document(DEPTH);
            Document after = random.nextInt(NO_CHANGE) == 0 ? before : document(DEPTH);

            assertThat(pointers(before.toString(), after.toString()))
                    .as("%s -> %s", before, after)
                    .isEqualTo(expected(before, after));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "none       | {\"a\": 1, \"b\": {\"c\": 1}} | {/a,/b}",
                "{\"a\": 1} | {}                            | {/a}",
                "{\"a\": 1} | {\"a\": {}}                   | {/a}",
                "{\"a\": {}} | {\"a\": {\"b\": {}}}         | {/a/b}",
                "{\"a\": 1, \"b\": 2} | {\"b\": 2, \"a\": 1} | null",
            })
    void namesWholeMembers(@Nullable String before, String after, String pointers) {
        assertThat(pointers(before, after)).isEqualTo(pointers);
    }

    @Test
    void namesTheWholeDocumentInsteadOfMoreThanAHundredMembers() {
        assertThat(pointers("{}", members(MOST))).contains("/m" + MOST);
        assertThat(pointers("{}", members(MOST + 1))).isEqualTo("{\"\"}");
        assertThat(pointers("{\"in\": {}}", "{\"in\": %s}".formatted(members(MOST + 1))))
                .isEqualTo("{\"\"}");
    }

    private static String pointers(@Nullable String before, String after) {
        return Sql.value("select changed_pointers(cast(? as jsonb), cast(? as jsonb))::text", before, after);
    }

    /** PostgreSQL's text of the array; "null" if nothing changed. */
    private static String expected(Document before, Document after) {
        List<String> pointers = new ArrayList<>();
        compare("", before, after, pointers);
        return Sql.value(
                "select array_agg(pointer order by pointer collate \"C\")::text from unnest(?) as pointer", pointers);
    }

    private static void compare(String prefix, Document before, Document after, List<String> pointers) {
        Set<String> names = new LinkedHashSet<>(before.members().keySet());
        names.addAll(after.members().keySet());
        for (String name : names) {
            Object old = before.members().get(name);
            Object now = after.members().get(name);
            String pointer = prefix + "/" + name.replace("~", "~0").replace("/", "~1");
            if (old instanceof Document from && now instanceof Document to) {
                compare(pointer, from, to, pointers);
            } else if (!Objects.equals(text(old), text(now))) {
                pointers.add(pointer);
            }
        }
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private Document document(int depth) {
        Map<String, Object> members = new TreeMap<>();
        Stream.generate(() -> NAMES.get(random.nextInt(NAMES.size())))
                .limit(random.nextInt(NAMES.size()))
                .forEach(name -> members.put(name, value(depth - 1)));
        return new Document(members);
    }

    private Object value(int depth) {
        return depth > 0 && random.nextBoolean() ? document(depth) : VALUES.get(random.nextInt(VALUES.size()));
    }

    private static String members(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj("\"m%d\": 1"::formatted)
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
