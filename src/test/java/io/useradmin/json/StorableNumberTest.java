package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Sql;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the numbers that the service accepts with those that PostgreSQL can store. */
class StorableNumberTest {
    /** The numbers that PostgreSQL stores for literals; empty if it refuses a literal. */
    private static final String STORED = """
            select case when pg_input_is_valid(literal, 'jsonb') then cast(literal as jsonb)::text else '' end
              from unnest(?) with ordinality as given (literal, place)
             order by place
            """;

    private static final List<String> EDGES = List.of(
            "0",
            "-0",
            "0.0",
            "-0.00",
            "1.0",
            "1E+5",
            "1e5",
            "1e+0",
            "1e-0",
            "-1.50e1",
            "0.001e2",
            "0.000e3",
            "1e131071",
            "1e131072",
            "-1e131071",
            "-1e131072",
            "9.99e131071",
            "10e131070",
            "10e131071",
            "0.1e131072",
            "0.1e131073",
            "0.0001e131075",
            "0.0001e131076",
            "1e-16383",
            "1e-16384",
            "-1e-16383",
            "0.1e-16382",
            "0.1e-16383",
            "10e-16384",
            "10e-16383",
            "1.0e-16382",
            "1.0e-16383",
            "0e-16383",
            "0e-16384",
            "0.0e-16383",
            "0e5",
            "0e131072",
            "0e999999999",
            "-0e999999999",
            "0.0e999999999",
            "0e9999999999",
            "0e-999999999",
            "0e99999999999999999999999",
            "1e999999999",
            "1e9999999999",
            "1e-999999999",
            "1e-9999999999",
            "1e99999999999999999999999",
            "1e-99999999999999999999999",
            "1e00000000000000000000005",
            "1e-00000000000000000000005",
            "1E+000131071",
            "1E+000131072");

    @Test
    @Tag("database")
    void agreesWithPostgresAtEveryEdge() {
        List<String> long131072 = List.of(
                "9".repeat(131_072),
                "9".repeat(131_073),
                "-" + "1".repeat(131_072),
                "0." + "0".repeat(16_382) + "1",
                "0." + "0".repeat(16_383) + "1",
                "0." + "0".repeat(16_384),
                "7".repeat(131_073) + "e-1",
                "7".repeat(131_072) + "." + "7".repeat(16_383));

        assertAgreement(Stream.concat(EDGES.stream(), long131072.stream()).toList());
    }

    @Test
    @Tag("database")
    void agreesWithPostgresOnRandomNumbers() {
        var random = new Random(20_250_102);

        assertAgreement(Stream.generate(() -> literal(random, smallExponent(random)))
                .limit(5000)
                .toList());
    }

    @Test
    @Tag("database")
    void agreesWithPostgresAroundItsBounds() {
        var random = new Random(20_250_103);

        assertAgreement(Stream.generate(() -> literal(random, exponentNearABound(random)))
                .limit(300)
                .toList());
    }

    @Test
    @Tag("database")
    void plainDecimalsKeepTheirDigits() {
        var random = new Random(20_250_104);
        List<String> literals = Stream.generate(() -> literal(random, ""))
                .filter(literal -> new BigDecimal(literal).signum() != 0 || !literal.startsWith("-"))
                .limit(2000)
                .toList();

        assertThat(Sql.list(STORED, literals)).isEqualTo(literals);
    }

    @Test
    void isFastForManyDigits() {
        String digits = "7".repeat(200_000);

        StorableNumber number = StorableNumber.of(digits);

        assertThat(number).isEqualTo(new StorableNumber(200_000, 0, false));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0",
        "-7, 1, 0",
        "123.4500, 3, 4",
        "1e5, 6, 0",
        "1.23e1, 2, 1",
        "1e-3, 1, 3",
        "12345e-2, 3, 2",
        "0.00012e6, 3, 0",
        "0.0e5, 1, 0"
    })
    void countsTheDigitsThatAreWrittenOut(String literal, long integerDigits, long fractionDigits) {
        assertThat(StorableNumber.of(literal)).isEqualTo(new StorableNumber(integerDigits, fractionDigits, false));
    }

    private static void assertAgreement(List<String> literals) {
        List<String> stored = Sql.list(STORED, literals);
        assertThat(stored).hasSameSizeAs(literals).anyMatch(text -> !text.isEmpty());
        for (int index = 0; index < literals.size(); index++) {
            assertAgreement(literals.get(index), stored.get(index));
        }
    }

    private static void assertAgreement(String literal, String stored) {
        String name = literal.length() > 60 ? literal.substring(0, 60) + "…" : literal;
        StorableNumber number = StorableNumber.of(literal);
        assertThat(number.isStorable()).as(name).isEqualTo(!stored.isEmpty());
        if (number.isStorable()) {
            assertThat(stored).as(name).isEqualTo(writtenOut(literal));
            long digits = stored.chars().filter(Character::isDigit).count();
            assertThat(digits).as("digits of " + name).isEqualTo(number.length());
        }
    }

    /** The same number with the same digits, without exponent and without a sign on zero. */
    private static String writtenOut(String literal) {
        return new BigDecimal(literal).toPlainString();
    }

    private static String literal(Random random, String exponent) {
        String sign = random.nextBoolean() ? "-" : "";
        String integer = random.nextInt(3) == 0 ? "0" : (1 + random.nextInt(9)) + digits(random, random.nextInt(30));
        String fraction = random.nextBoolean()
                ? ""
                : "." + "0".repeat(random.nextInt(4)) + digits(random, 1 + random.nextInt(30));
        return sign + integer + fraction + exponent;
    }

    private static String digits(Random random, int count) {
        return random.ints(count, 0, 10).mapToObj(Objects::toString).collect(Collectors.joining());
    }

    private static String smallExponent(Random random) {
        return random.nextBoolean() ? "" : exponent(random, random.nextInt(60));
    }

    private static String exponentNearABound(Random random) {
        int bound = random.nextBoolean() ? 131_072 : 16_383;
        return exponent(random, bound - 35 + random.nextInt(70));
    }

    private static String exponent(Random random, int size) {
        String mark = random.nextBoolean() ? "e" : "E";
        return mark + List.of("", "+", "-").get(random.nextInt(3)) + "0".repeat(random.nextInt(3)) + size;
    }
}
