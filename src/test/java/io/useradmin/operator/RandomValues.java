package io.useradmin.operator;

import io.useradmin.testsupport.OddText;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random valid values. The bounds of their ranges are more frequent than by chance. */
final class RandomValues {
    private static final String ID_CHARACTERS = "ABCXYZabcxyz0123456789-_.:|@~+";
    private static final int LONGEST_ID = 128;
    private static final long LATEST_TIME = 253_402_300_799L;
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "0.0",
            "-0.0",
            "1.0",
            "1.00",
            "1e2",
            "1E-7",
            "-12.50",
            "123456789012345678901234567890",
            "0.000000000000000000000000000001",
            "99999999999999999999.9900");
    private static final List<String> LOCAL_PARTS = List.of(
            "%d",
            "o'hara%d",
            "user+tag%d",
            "józef.%d",
            "\"%d quoted name\"",
            "!#$%%&*/=?^_`{|}~-%d",
            "社員%d",
            "x".repeat(60) + "%d");
    private static final List<String> DOMAINS =
            List.of("example.com", "localhost", "bücher.example", "例え.テスト", "x-1." + "y".repeat(63) + ".example");
    private static final List<String> ADDRESSES = List.of(
            "0.0.0.0",
            "255.255.255.255",
            "::",
            "::1",
            "2001:db8::",
            "2001:db8:0:1:1:1:1:1",
            "64:ff9b::192.0.2.1",
            "fe80::1",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");

    private final Random random;

    RandomValues(long seed) {
        this.random = new Random(seed);
    }

    boolean chance() {
        return random.nextBoolean();
    }

    int upTo(int most) {
        return random.nextInt(most + 1);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Some of the choices, in the given order. */
    <T> List<T> someOf(List<T> choices) {
        return choices.stream().filter(_ -> chance()).toList();
    }

    /** The value or null, with equal probability. */
    <T> T maybe(Supplier<T> value) {
        return chance() ? value.get() : null;
    }

    /** At most this many values, all different. */
    static <T> List<T> distinct(int most, Supplier<T> value) {
        Set<T> values = Stream.generate(value).limit(most).collect(Collectors.toCollection(HashSet::new));
        return List.copyOf(values);
    }

    /** A text of 1 to {@code longest} characters. */
    String text(int longest) {
        return switch (random.nextInt(20)) {
            case 0 -> "\ud83e\udd8a".repeat(longest);
            case 1 -> " ";
            default -> OddText.of(random, 1, Math.min(longest / 2, 12));
        };
    }

    /** The same without control characters. */
    String visibleText(int longest) {
        return OddText.visible(random, 1, Math.min(longest / 2, 12));
    }

    String id() {
        int length = switch (random.nextInt(10)) {
            case 0 -> 1;
            case 1 -> LONGEST_ID;
            default -> 2 + random.nextInt(40);
        };
        String id = IntStream.range(0, length)
                .mapToObj(_ -> ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())))
                .map(String::valueOf)
                .collect(Collectors.joining());
        return id.equals(".") || id.equals("..") ? "-" : id;
    }

    Instant time() {
        return Instant.ofEpochSecond(
                switch (random.nextInt(10)) {
                    case 0 -> 0;
                    case 1 -> LATEST_TIME;
                    default -> random.nextLong(2_000_000_000L);
                });
    }

    int count() {
        return chance() ? random.nextInt(100) : oneOf(List.of(0, Integer.MAX_VALUE));
    }

    /** An email address that is unique for the number. */
    String email(int number) {
        return oneOf(LOCAL_PARTS).formatted(number) + "@" + oneOf(DOMAINS);
    }

    /** A phone number of 2 to 15 digits that is unique for the number. */
    String phone(int number) {
        return chance() ? "+" + (10 + number) : "+%d000000000".formatted(100_000 + number);
    }

    String address() {
        return chance()
                ? oneOf(ADDRESSES)
                : oneOf(List.<Supplier<String>>of(this::address4, this::address6))
                        .get();
    }

    private String address4() {
        return "%d.%d.%d.%d".formatted(upTo(255), upTo(255), upTo(255), upTo(255));
    }

    private String address6() {
        return IntStream.range(0, 8)
                .mapToObj(part -> Integer.toHexString(part == 0 ? 0x2000 + upTo(0xfff) : upTo(0xffff)))
                .collect(Collectors.joining(":"));
    }

    /** A JSON object, as text. */
    String document() {
        return switch (random.nextInt(12)) {
            case 0 -> "{}";
            case 1 -> "{\"a\":".repeat(31) + "{}" + "}".repeat(31);
            case 2 -> "{\"a\":\"" + "x".repeat(65_536 - 9) + "\"}";
            default -> object(2);
        };
    }

    /** A JSON object with texts as values, as text. */
    String texts(List<String> names, int longest) {
        return names.stream()
                .map(name -> quoted(name) + ":" + quoted(text(longest)))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private String object(int depth) {
        return list("{", "}", _ -> quoted(OddText.of(random, 0, 6)) + ":" + value(depth));
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0 -> oneOf(NUMBERS);
            case 1 -> quoted(OddText.of(random, 0, 12));
            case 2 -> oneOf(List.of("true", "false", "null"));
            case 3 -> oneOf(List.of("[]", "{}", "\"\"", "[[]]"));
            case 4 -> object(depth - 1);
            default -> list("[", "]", _ -> value(depth - 1));
        };
    }

    private String list(String start, String end, IntFunction<String> element) {
        return IntStream.range(0, upTo(5)).mapToObj(element).collect(Collectors.joining(",", start, end));
    }

    /** A JSON string that escapes only what it must. */
    private static String quoted(String text) {
        return text.chars()
                .mapToObj(character -> character < ' ' || character == '"' || character == '\\'
                        ? "\\u%04x".formatted(character)
                        : String.valueOf((char) character))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
