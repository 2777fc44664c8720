package io.useradmin.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A path that is not normalised (RFC 3986, 6.2.2) is refused first. So a gateway's rules for paths apply to the same path as
 * the service.
 */
abstract class RequestPathCases {
    private static final String NO_KEY = "none";
    private static final String UNRESERVED = "-._~";
    private static final int ASCII = 128;

    final Tenant tenant = Tenant.create();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%61pi/users/x",
                "/a%70i/users/x",
                "//api/users/x",
                "///api/users/x",
                "/api//users/x",
                "/api/users//x",
                "/api/users/x//",
                "/api/./users/x",
                "/./api/users/x",
                "/api/users/x/.",
                "/api/users/x/./",
                "/api/users/x/..",
                "/api/users/x/../",
                "/api/users/x/../y",
                "/../api/users/x",
                "/x/../api/users/x",
                "/api/users/..",
                "/api/users/%2e",
                "/api/users/%2E%2E",
                "/api/users/.%2e",
                "/api/users/%2e./x",
                "/api/users/x/%2e%2e/y",
                "/api/users/%78",
                "/api/users/a%2Db",
                "/api/users/x%2Fpublic_data",
                "/api/users/x%2fpublic_data",
                "/api%2Fusers/x",
                "/%2Fapi/users/x",
                "/api/users/x%5C..%5Cy",
                "/api/users/x%5cy",
                "/api/users/x\\y",
                "/api\\users\\x",
                "/api/users/x//sessions?page=1",
                "/api/users//sessions?x=//",
                "/q//openapi",
                "/q/%6fpenapi",
                "//q/openapi",
                "//",
                "/nothing/../nowhere"
            })
    void isRefusedBeforeAnythingElse(String target) {
        assertRefused(target, tenant.apiKey());
        assertThat(RawHttp.get(target, tenant.apiKey()))
                .contains("\"errors\":[{\"parameter\":\"path\",\"code\":\"malformed\",");
        if (!target.startsWith("/api/")) {
            assertRefused(target, NO_KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api//users/x", "/api/./users/x", "/api/users/%78", "/api/users/x%2Fpublic_data"})
    void needsAKeyLikeAnyOther(String target) {
        assertThat(getWithoutKey(target)).startsWith("HTTP/1.1 401 ");
        for (String invalid :
                List.of(NO_KEY, Tenant.newKey().reveal(), tenant.revokedKey().reveal())) {
            assertThat(RawHttp.get(target, invalid))
                    .startsWith("HTTP/1.1 401 ")
                    .containsIgnoringCase("\r\nWWW-Authenticate: ApiKey\r\n");
        }
    }

    /** The key is not looked up. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/users/a%", "/api/users/%zz"})
    void needsAKeyEvenIfItCannotBeRead(String target) {
        assertThat(getWithoutKey(target)).startsWith("HTTP/1.1 401 ");
        assertThat(RawHttp.get(target, NO_KEY)).startsWith("HTTP/1.1 401 ");
        assertRefused(target, tenant.apiKey());
        String unknown = Tenant.newKey().reveal();
        for (int request = 0; request < 3; request++) {
            assertRefused(target, unknown);
        }
    }

    static Stream<String> unreservedCharacters() {
        return IntStream.range(0, ASCII)
                .filter(character -> Character.isLetterOrDigit(character) || UNRESERVED.indexOf(character) >= 0)
                .mapToObj("%%%02X"::formatted);
    }

    @ParameterizedTest
    @MethodSource("unreservedCharacters")
    void isRefusedWithACharacterThatNeedsNoEncoding(String encoded) {
        assertRefused("/api/users/x" + encoded, tenant.apiKey());
        assertRefused("/api/users/x" + encoded.toLowerCase(Locale.ROOT), tenant.apiKey());
    }

    @ParameterizedTest
    @CsvSource({
        "auth0|x,         auth0|x",
        "auth0%7Cx,       auth0|x",
        "auth0%7cx,       auth0|x",
        "a@example.com,   a@example.com",
        "a%40example.com, a@example.com",
        "google:1,        google:1",
        "google%3A1,      google:1",
        "a+b,             a+b",
        "a%2Bb,           a+b",
        "a~b_c-d,         a~b_c-d",
        ".a,              .a",
        "..a,             ..a",
        "a..,             a..",
        "...,             ..."
    })
    void findsTheUserWhoseIdentifierMayBeEncoded(String encoded, String identifier) {
        tenant.user(identifier, "{}", "{}");

        assertThat(RawHttp.get("/api/users/" + encoded + "/public_data", tenant.apiKey()))
                .startsWith("HTTP/1.1 200 ");
    }

    /** The absolute form, as for proxies (RFC 9112, 3.2.2). */
    @Test
    void mayComeInAnAbsoluteTarget() {
        assertThat(RawHttp.get("http://localhost/api/users", tenant.apiKey())).startsWith("HTTP/1.1 200 ");
        assertRefused("http://localhost//api/users", tenant.apiKey());
        assertRefused("http://localhost/%61pi/users", tenant.apiKey());
    }

    /** For everybody else, these have no path or another scheme. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost?x=/api/users",
                "http://localhost?/api/users",
                "http:///api/users",
                "ftp://localhost/api/users",
                "x?y=://z/api/users",
                "://localhost/api/users"
            })
    void isNotTakenFromAnotherPartOfTheTarget(String target) {
        assertRefused(target, tenant.apiKey());
        assertThat(RawHttp.get(target, tenant.apiKey())).contains("\"parameter\":\"path\"");
    }

    /** The query is not checked. */
    @ParameterizedTest
    @ValueSource(strings = {"?p%61ge=1", "?x=//", "?x=/../y", "?x=%2F%5C", "?x=\\", "??page=0"})
    void isCheckedWithoutItsQuery(String query) {
        assertThat(RawHttp.get("/api/users" + query, tenant.apiKey())).startsWith("HTTP/1.1 200 ");
    }

    /** The path is readable, but the id is invalid. Only a client with a key learns this. */
    @ParameterizedTest
    @ValueSource(strings = {"/api/users/a%20b", "/api/users/a%0Ab", "/api/users/%C3%A4", "/api/users/a%25b"})
    void isNotRefusedForCharactersThatHaveToBeEncoded(String target) {
        assertThat(RawHttp.get(target, NO_KEY)).startsWith("HTTP/1.1 401 ");
        assertThat(RawHttp.get(target, tenant.apiKey())).startsWith("HTTP/1.1 422 ");
    }

    private static String getWithoutKey(String target) {
        return RawHttp.exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    private static void assertRefused(String target, String key) {
        assertThat(RawHttp.get(target, key))
                .startsWith("HTTP/1.1 400 ")
                .contains("Content-Type: application/problem+json\r\n")
                .contains("\"type\":\"urn:useradmin:problem:malformed-request\"")
                .contains("\"trace_id\":\"");
    }

    /** The unread body must not block the next request on the connection. */
    @Test
    void skipsTheBodyOfARefusedRequest() {
        String body = " ".repeat(200_000);

        String answers = RawHttp.exchange(
                "PUT //api/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n" + body
                        + "GET /api/unknown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

        assertThat(answers).contains("HTTP/1.1 400 ").contains("HTTP/1.1 401 ");
    }
}
