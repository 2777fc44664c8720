package io.useradmin.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.useradmin.testsupport.OddText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Generates values from schemas: allowed ones, often at the bounds, and odd ones. */
final class Values {
    private static final int MAX_DEPTH = 5;
    private static final String ALPHANUMERIC = "[A-Za-z0-9]";

    /** Only a few, so that requests often hit the same users, sessions and groups. */
    static final List<String> IDENTIFIERS = List.of("id-1", "id-2", "id-3", "id-4");

    /** Texts that are valid or special for one schema or another. */
    private static final List<String> WORDS = List.of(
            "a",
            "all",
            "password",
            "email",
            "phone",
            "google",
            "twitter",
            "id-1",
            "aino@example.com",
            "+358401234567",
            "+19",
            "::",
            "::1",
            "2001:DB8::1",
            "::ffff:192.0.2.1",
            "203.0.113.7",
            "0.0.0.0",
            "255.255.255.255",
            "010.1.1.1",
            "256.1.1.1",
            "1.2.3",
            "fe80::1%eth0",
            "*",
            "\"1\"",
            "W/\"1\", \"2\"",
            "...",
            "Åse Ødegård",
            "e\u0301",
            "\ud83e\udd8a",
            "\u202eabc",
            "'; drop table users; --",
            "%s%n%d",
            "${jndi:ldap://localhost}",
            "<script>alert(1)</script>",
            "../../etc/passwd",
            "a\r\nX-Injected: 1",
            " a ",
            "null",
            "\\u0000");

    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "-0.0",
            "0e0",
            "-1",
            "1.0",
            "1.5",
            "1e2",
            "1E+2",
            "100e-2",
            "1e400",
            "-1e400",
            "1e-400",
            "1e131071",
            "1e131072",
            "1e-16383",
            "1e-16384",
            "0e999999999999",
            "1e-999999999999",
            "2147483647",
            "2147483648",
            "-2147483649",
            "253402300799",
            "253402300800",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "123456789012345678901234567890",
            "0.123456789012345678901234567890",
            "9".repeat(5000));

    /** JSON texts that are valid, or almost. */
    private static final List<String> ODD_JSON = List.of(
            "null",
            "true",
            "false",
            "\"\"",
            "\" \"",
            "\"1\"",
            "\"true\"",
            "[]",
            "{}",
            "[null]",
            "[[],[[]],{}]",
            "{\"a\":1,\"a\":2}",
            "{\"a\":1,\"\\u0061\":2}",
            "{\"\":null}",
            "{\"\\u0000\":1}",
            "{\"\\udfff\":1}",
            "{\"__proto__\":{},\"constructor\":{},\"$ref\":\"#\",\"~/\":{\"a/b\":1}}",
            "\"\\u0000\"",
            "\"a\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\ud83e\\udd8a\"",
            "\"\\/\\b\\f\\n\\r\\t\"",
            "\"" + "x".repeat(8193) + "\"",
            "{\"" + "n".repeat(256) + "\":1}",
            "{\"" + "n".repeat(257) + "\":1}",
            "{\"" + "\ud83e\udd8a".repeat(256) + "\":1}",
            "[".repeat(32) + "]".repeat(32),
            "{\"a\":".repeat(33) + "1" + "}".repeat(33),
            "[".repeat(600) + "]".repeat(600),
            "\"" + "\u00e9".repeat(40_000) + "\"",
            "[" + "1,".repeat(2000) + "1]",
            "NaN",
            "-Infinity",
            "01",
            "+1",
            ".5",
            "1.",
            "1e",
            "0x1F",
            "'a'",
            "\"\\x\"",
            "\"\u0001\"",
            "[1,]",
            "{\"a\" 1}",
            "undefined",
            "");

    /** Without this member, a poll request may wait for half a minute. */
    private static final String RETURN_IMMEDIATELY = "returnImmediately";

    private final Contract contract;
    private final Random random;
    /** Values from responses for later requests, by the name of the parameter or member. */
    private final Map<String, String> seen = new HashMap<>();
    /** Values from responses about each user, by the name of the parameter. */
    private final Map<String, Map<String, String>> entriesOfUsers = new HashMap<>();
    /** The values in the path of the current request. */
    private final Map<String, String> path = new HashMap<>();

    Values(Contract contract, Random random) {
        this.contract = contract;
        this.random = random;
    }

    /** Keeps values of the response for later requests. */
    void learnFrom(Answer answer) {
        answer.header("ETag").ifPresent(tag -> {
            seen.put("If-Match", tag);
            seen.put("If-None-Match", tag);
        });
        answer.header("Link")
                .filter(links -> links.contains("cursor="))
                .ifPresent(links -> seen.put("cursor", links.replaceAll("(?s).*cursor=([^&>]*).*", "$1")));
        learnKey(answer);
        Contract.json(answer.body())
                .filter(body -> body.has("stream_id"))
                .ifPresent(
                        stream -> seen.put("stream_id", stream.get("stream_id").asText()));
        Contract.json(answer.body()).filter(body -> body.has("user_id")).ifPresent(this::learnFromUser);
    }

    private void learnFromUser(JsonNode user) {
        String userId = user.get("user_id").asText();
        Map<String, String> entries = new HashMap<>();
        user.path("emails")
                .forEach(email -> entries.put("email_id", email.path("id").asText()));
        user.path("phone_numbers")
                .forEach(phone -> entries.put("phone_id", phone.path("id").asText()));
        entriesOfUsers.put(userId, entries);
        if (user.findValue("provider_user_id") != null) {
            seen.put("user_id", userId);
            Stream.of("authenticator", "provider_user_id")
                    .forEach(name -> seen.put(name, user.findValue(name).asText()));
        }
    }

    /** A created key. Not the caller's own key, which must stay valid. */
    private void learnKey(Answer answer) {
        Contract.json(answer.body())
                .filter(body -> body.has("key") && body.has("key_id"))
                .ifPresent(key -> seen.put("key_id", key.get("key_id").asText()));
    }

    /** A value for a parameter. */
    String parameter(JsonNode parameter) {
        String known = seen.get(parameter.get("name").asText());
        JsonNode schema = parameter.get("schema");
        return known != null && chance(0.5) ? known : text(schema.has("items") ? schema.get("items") : schema);
    }

    /** A value for a path parameter. Body members with the same name should repeat it. */
    String inPath(JsonNode parameter, String template) {
        boolean isIdentifier = parameter.get("schema").has("$ref");
        String value = !isIdentifier && chance(0.7) ? parameter.get("example").asText() : text(parameter.get("schema"));
        String name = parameter.get("name").asText();
        if (name.equals("user_id") && chance(0.5)) {
            value = ownerOfAnEntry(template).orElse(value);
        }
        String entry = entriesOfUsers
                .getOrDefault(path.getOrDefault("user_id", ""), Map.of())
                .get(name);
        String known = entry == null ? seen.get(name) : entry;
        // Other known values belong to the user seen last.
        boolean isOfTheUser = entry != null
                || (seen.containsKey("user_id") && seen.get("user_id").equals(path.get("user_id")));
        if (known != null && chance(isOfTheUser ? 0.8 : 0.3)) {
            value = known;
        }
        path.put(name, value);
        return value;
    }

    /** A user with an entry that the path names, such as a phone number. Few users have one. */
    private Optional<String> ownerOfAnEntry(String template) {
        return entriesOfUsers.entrySet().stream()
                .filter(user ->
                        user.getValue().keySet().stream().anyMatch(entry -> template.contains("{" + entry + "}")))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** JSON text that the schema allows. Each part is odd with the probability {@code oddity}. */
    String json(JsonNode schema, double oddity) {
        return json(schema, oddity, 0);
    }

    private String json(JsonNode reference, double oddity, int depth) {
        JsonNode schema = contract.resolve(reference);
        if (chance(oddity)) {
            return oddJson();
        }
        if (Contract.allowsNull(reference) && chance(0.1)) {
            return "null";
        }
        return switch (Contract.type(schema)) {
            case "object" -> object(schema, oddity, depth);
            case "array" -> array(schema, oddity, depth);
            case "integer" -> integer(schema);
            case "boolean" -> Boolean.toString(random.nextBoolean());
            default -> quoted(text(reference));
        };
    }

    private String object(JsonNode schema, double oddity, int depth) {
        List<String> members = new ArrayList<>();
        if (schema.has("properties")) {
            List<String> required = StreamSupport.stream(schema.path("required").spliterator(), false)
                    .map(JsonNode::asText)
                    .toList();
            double fullness = pick(0.1, 0.5, 1.0);
            schema.get("properties").properties().stream()
                    .filter(member -> required.contains(member.getKey())
                            || member.getKey().equals(RETURN_IMMEDIATELY)
                            || chance(fullness))
                    .forEach(member -> members.add(quoted(member.getKey()) + ":" + value(member, oddity, depth)));
        } else {
            Stream.generate(() -> pick(WORDS))
                    .limit(random.nextInt(4))
                    .distinct()
                    .forEach(name -> members.add(
                            quoted(name) + ":" + member(schema.path("additionalProperties"), oddity, depth)));
        }
        if (chance(oddity)) {
            members.add(quoted(pick(WORDS)) + ":" + oddJson());
        }
        Collections.shuffle(members, random);
        return members.stream().collect(Collectors.joining(",", "{", "}"));
    }

    private String value(Map.Entry<String, JsonNode> member, double oddity, int depth) {
        if (member.getKey().equals(RETURN_IMMEDIATELY)) {
            return "true";
        }
        String known = path.getOrDefault(member.getKey(), seen.get(member.getKey()));
        return depth == 0 && known != null && chance(0.8) ? quoted(known) : json(member.getValue(), oddity, depth + 1);
    }

    /** A member with a free name. */
    private String member(JsonNode schema, double oddity, int depth) {
        if (schema.isObject()) {
            return json(schema, oddity, depth + 1);
        }
        return switch (random.nextInt(depth < MAX_DEPTH ? 5 : 4)) {
            case 0 -> pick(NUMBERS);
            case 1 -> quoted(OddText.of(random, 0, 8));
            case 2 -> pick("null", "true", "[1,\"a\",null]");
            case 3 -> chance(0.1) ? oddJson() : "1";
            default -> object(schema, oddity, depth + 1);
        };
    }

    private String array(JsonNode schema, double oddity, int depth) {
        int size = chance(0.01) ? schema.get("maxItems").asInt() + random.nextInt(2) : random.nextInt(3);
        return Stream.generate(() -> json(schema.get("items"), oddity, depth + 1))
                .limit(size)
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String integer(JsonNode schema) {
        long least = schema.get("minimum").asLong();
        long most = schema.get("maximum").asLong();
        return Long.toString(pick(least, least + 1, most, most - 1, random.nextLong(least, most), least + 7));
    }

    /** Text that the schema allows. For a number, its text form in a path or a query. */
    String text(JsonNode reference) {
        JsonNode schema = contract.resolve(reference);
        if (reference.path("$ref").asText().endsWith("/Identifier") && chance(0.9)) {
            return pick(IDENTIFIERS);
        }
        if (schema.has("enum")) {
            return early(schema.get("enum")).asText();
        }
        if (Contract.type(schema).equals("integer")) {
            return integer(schema);
        }
        List<String> candidates = candidates(schema).stream()
                .filter(text -> contract.allows(schema, TextNode.valueOf(text)))
                .toList();
        String text = candidates.isEmpty() ? pick(WORDS) : pick(candidates);
        return chance(0.05) ? stretched(text, schema) : text;
    }

    /** Words, or the document's example, unchanged or with one character changed. */
    private List<String> candidates(JsonNode schema) {
        if (!schema.has("examples") || chance(0.2)) {
            return WORDS;
        }
        String example = schema.get("examples").get(0).asText();
        return List.of(example, example, varied(example));
    }

    private String varied(String text) {
        int index = random.nextInt(text.length());
        String character = text.substring(index, index + 1);
        return character.matches(ALPHANUMERIC)
                ? text.substring(0, index) + random.nextInt(10) + text.substring(index + 1)
                : text;
    }

    /** Text of the maximum length, or one character longer. */
    private String stretched(String text, JsonNode schema) {
        int length = schema.path("maxLength").asInt(8192) + random.nextInt(2);
        return text.isEmpty() ? text : text.repeat(length / text.length() + 1).substring(0, length);
    }

    String oddJson() {
        return switch (random.nextInt(4)) {
            case 0 -> pick(NUMBERS);
            case 1 -> quoted(OddText.of(random, 0, 20));
            default -> pick(ODD_JSON);
        };
    }

    /** Text that hardly any parameter allows. */
    String oddText() {
        return switch (random.nextInt(4)) {
            case 0 -> pick(NUMBERS);
            case 1 -> OddText.of(random, 0, 20);
            case 2 -> "x".repeat(pick(128, 129, 1000));
            default -> pick(WORDS);
        };
    }

    /** Percent-encoded text for a path or a query. Sometimes encodes more than necessary. */
    String encoded(String text) {
        boolean all = chance(0.02);
        var encoded = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            String character = String.valueOf((char) (each & 0xff));
            boolean plain = !all && character.matches("[A-Za-z0-9._~@:-]");
            encoded.append(plain ? character : "%%%02X".formatted(each & 0xff));
        }
        return encoded.toString();
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** One of the choices. Earlier ones are more likely, so that requests hit the same data. */
    private JsonNode early(JsonNode choices) {
        double position = random.nextDouble() * random.nextDouble();
        return choices.get((int) (position * choices.size()));
    }

    private static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }
}
