package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** JSON bombs: bodies that are small to send and expensive to read. Each is refused with a small response, and changes nothing. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class JsonBombTest {
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.committed();
    private static final int ROOM = 262_000;
    /** The largest response. It lists the errors, but not without limit. */
    private static final int LONGEST_ANSWER = 65_536;

    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    /** Each value replaces a document, an identifier, and the whole body. */
    enum Bomb {
        ARRAYS("[".repeat(ROOM / 2) + "]".repeat(ROOM / 2)),
        OPEN_ARRAYS("[".repeat(ROOM)),
        OBJECTS("{\"a\":".repeat(ROOM / 6) + "1" + "}".repeat(ROOM / 6)),
        EXPONENT("1e1000000"),
        NEGATIVE_EXPONENT("1e-1000000"),
        EXPONENT_BEYOND_INTEGERS("1e99999999999999999999"),
        EXPONENT_OF_DIGITS("1e" + "9".repeat(ROOM)),
        DIGITS("9".repeat(ROOM)),
        FRACTION("0." + "1".repeat(ROOM)),
        LONG_STRING("\"" + "x".repeat(ROOM) + "\""),
        SURROGATES("\"" + "\\ud800".repeat(ROOM / 6) + "\""),
        NULS("\"" + "\\u0000".repeat(ROOM / 6) + "\""),
        LONG_NAME("{\"" + "n".repeat(ROOM) + "\": 1}"),
        MEMBERS(members("\"m%d\": 1")),
        MEMBERS_OF_ONE_HASH(IntStream.range(0, 1 << 13)
                .mapToObj(bits -> "\"" + sameHash(bits) + "\": 1")
                .collect(Collectors.joining(",", "{", "}"))),
        DUPLICATES(members("\"m\": %d")),
        WRONG_NAMES(members("\"\\u0000%d\": 1")),
        WRONG_NUMBERS(members("\"m%d\": 1e999999")),
        WRONG_NUMBERS_AT_A_LONG_PATH(longPath("[" + "-0,".repeat(20_000) + "-0]", "\\u0001")),
        ELEMENTS("[" + "0,".repeat(ROOM / 2 - 1) + "0]"),
        EMPTY_OBJECTS("[" + "{},".repeat(ROOM / 3 - 1) + "{}]"),
        COMMENTS("/*" + "*".repeat(ROOM) + "*/1");

        private final String value;

        Bomb(String value) {
            this.value = value;
        }

        private static String members(String member) {
            return IntStream.range(0, ROOM / 20)
                    .mapToObj(index -> member.formatted(index))
                    .collect(Collectors.joining(",", "{", "}"));
        }

        /** Objects in each other, with names of the largest length. */
        private static String longPath(String value, String character) {
            String begin = "{\"%s\":".formatted(character.repeat(256));
            return begin.repeat(28) + value + "}".repeat(28);
        }

        /** Aa and BB have the same hash code, and so has every text made of them. */
        private static String sameHash(int bits) {
            return IntStream.range(0, 13)
                    .mapToObj(bit -> (bits >> bit & 1) == 0 ? "Aa" : "BB")
                    .collect(Collectors.joining());
        }
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedInASmallAnswer(Bomb bomb) {
        List<String> before = Snapshot.of(tenant);
        for (ApiOperation operation :
                ApiOperation.all().filter(ApiOperation::hasBody).toList()) {
            for (String body : bodies(bomb.value, operation)) {
                Response answer =
                        withKey(tenant.apiKey()).body(body).request(operation.method(), operation.target(user));
                assertThat(answer.statusCode())
                        .as(operation + " " + body.substring(0, Math.min(60, body.length())))
                        .isIn(400, 413, 422);
                assertThat(answer.asByteArray()).hasSizeLessThan(LONGEST_ANSWER);
            }
        }
        assertThat(Snapshot.of(tenant)).isEqualTo(before);
        as(tenant).get("/api/users/{user}/public_data", user).then().statusCode(200);
    }

    /** The bomb as the whole body, as an unknown member, and as each value of a valid body. */
    private static List<String> bodies(String value, ApiOperation operation) {
        Stream<String> unknown =
                ignoresUnknownMembers(operation) ? Stream.empty() : Stream.of(value, "{\"unknown\": " + value + "}");
        String good = operation.body();
        Stream<String> values = Stream.of(
                good.replaceFirst("(?<=:)\\s*(\\{.*}(?=}$)|\"[^\"]*\"|\\d+|true)", "QQ")
                        .replace("QQ", value),
                good.replaceFirst("(?<=:)\\s*(\"[^\"]*\"|\\d+|true)", "QQ").replace("QQ", value));
        return Stream.concat(unknown, values).distinct().toList();
    }

    /** Such as a poll of security events, which succeeds with any object. */
    private static boolean ignoresUnknownMembers(ApiOperation operation) {
        return DOCUMENT.operations().stream()
                .filter(documented -> documented.id().equals(operation.id()))
                .anyMatch(documented -> DOCUMENT.resolve(documented.bodySchema())
                        .path("additionalProperties")
                        .asBoolean());
    }
}
