package io.useradmin.server;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.RawHttp;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Request smuggling: requests that a proxy in front might parse differently. After each one comes the smuggled request, which
 * deletes the user. It must not be executed, and the connection must be closed.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RequestSmugglingTest {
    private static final String BODY = "{\"public_data\":{\"a\":1}}";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
    private static final String LAST_CHUNK = "0\r\n\r\n";

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 23\r\nContent-Length: 0",
                "Content-Length: 23\r\nContent-Length: 23",
                "Content-Length: 23, 23",
                "Content-Length: 023",
                "Content-Length: +23",
                "Content-Length: -1",
                "Content-Length: 2 3",
                "Content-Length: 0x17",
                "Content-Length: 23a",
                "Content-Length: ",
                "Content-Length: \u000b23",
                "Content-Length : 23",
                "Content-Length:\r\n 23",
                "Content-Length: 99999999999999999999",
                "X-A: b\rContent-Length: 23",
                "X-A: b\u0000\r\nContent-Length: 23",
                "Nonsense\r\nContent-Length: 23",
            })
    void refusesALengthThatCanBeReadInMoreThanOneWay(String header) {
        String request = patch(header + "\r\n");

        assertRefused(request + BODY);
        assertRefused(request.replace("HTTP/1.1", "HTTP/1.0") + BODY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/2.0", "HTTP/3.0", "HTTP/1.2", "FTP/1.1"})
    void refusesAVersionThatItDoesNotSpeak(String version) {
        assertThat(RawHttp.exchange("GET /api/users/" + user + "/sessions " + version
                        + "\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey() + "\r\n\r\n"))
                .matches("(?s)\\S+ 400 Bad Request\r.*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding:\r\n chunked",
                "Transfer-Encoding: \u000bchunked",
                "Transfer-Encoding : chunked",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, identity",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity\r\nContent-Length: 33",
                "Transfer-Encoding: xchunked\r\nContent-Length: 33",
                "Transfer-Encoding: ",
            })
    void refusesATransferCodingThatIsNotExactlyChunked(String header) {
        assertRefused(patch(header + "\r\n") + chunked("17"));
    }

    @ParameterizedTest
    @ValueSource(strings = {CHUNKED + "Content-Length: 4\r\n", "Content-Length: 4\r\n" + CHUNKED})
    void refusesAChunkedBodyWithALength(String headers) {
        assertRefused(patch(headers) + chunked("17"));
    }

    @Test
    void refusesAChunkedBodyOfHttp10WhichHasNone() {
        String request = patch(CHUNKED + "Connection: keep-alive\r\n").replace("HTTP/1.1", "HTTP/1.0");

        assertRefused(request + chunked("17"));
        assertRefused(request.replace(CHUNKED, CHUNKED + "Content-Length: 5\r\n") + chunked("17"));
    }

    /** Whatever the version means, this is one request and the last one. */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/2.0", "HTTP/9.9", "HTTP/1.10", "HTTP/1", "HTCPCP/1.0", ""})
    void readsNothingAfterAnUnknownVersion(String version) {
        assertNothingIsSmuggled(
                RawHttp.exchange(patch("Content-Length: 23\r\n").replace("HTTP/1.1", version) + BODY + smuggled()));
    }

    @Test
    void namesTheHeadersThatAreAmbiguous() {
        assertThat(RawHttp.exchange(patch("Host: other\r\nTransfer-Encoding: gzip, chunked\r\n") + chunked("17")))
                .contains("{\"header\":\"Host\",\"code\":\"repeated\",")
                .contains("{\"header\":\"Transfer-Encoding\",\"code\":\"not_supported\",");
    }

    @Test
    void refusesTwoHosts() {
        assertRefused(patch("Host: other\r\nContent-Length: 23\r\n") + BODY);
    }

    @Test
    void refusesLinesThatEndInALineFeedAlone() {
        assertRefused(patch("Content-Length: 23\r\n").replace("\r\n", "\n") + BODY);
    }

    /** Includes "funky chunks", which some proxies parse differently and older versions of Netty accepted. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "g",
                "-1",
                "+17",
                "0x17",
                "1_7",
                "17 7",
                " 17",
                "\u000b17",
                "17\u0000",
                "17\r",
                "17\n",
                "100000017",
                "FFFFFFFFF",
                "FFFFFFFFFFFFFFFFF",
                "1700000000000000000",
                "17;a\nb",
                "17;a\rb",
                "17;a=\"\r\n",
                "17;a=\"\\\"\r\n",
            })
    void closesAfterAnInvalidChunkSizeLine(String line) {
        assertRefused(patch(CHUNKED) + chunked(line));
        // The body may be unread: a 401 does not wait for it.
        assertRefused(401, patch(CHUNKED).replace(tenant.apiKey(), "none") + chunked(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10\r\n" + BODY + "\r\n",
                "17\r\n" + BODY + "\n",
                "17\r\n" + BODY + "\n\n",
                "17\r\n" + BODY + "\r",
                "17\r\n" + BODY + "XX",
                "17\r\n" + BODY
            })
    void closesAfterAChunkOfAnotherLength(String chunk) {
        assertRefused(patch(CHUNKED) + chunk + LAST_CHUNK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0\n\n", "0\r\n\n", "0\r\nA: b\n\r\n", "0\r\nA b\r\n\r\n", "0\r\nA : b\r\n\r\n"})
    void closesAfterAnInvalidEndOfTheChunks(String end) {
        assertRefused(patch(CHUNKED) + chunked("17").replace(LAST_CHUNK, end));
    }

    @ParameterizedTest
    @MethodSource
    void answersTheRequestAfterAChunkedBody(String headers, String chunks) {
        String next = patch("Connection: close\r\n").replace("PATCH", "GET");

        assertThat(RawHttp.exchange(patch(headers) + chunks + next))
                .matches("(?s)HTTP/1\\.1 200 .*\\{\"a\": 1}}HTTP/1\\.1 200 .*\\{\"a\": 1}}");
    }

    static Object[][] answersTheRequestAfterAChunkedBody() {
        return new Object[][] {
            {CHUNKED, chunked("17")},
            {CHUNKED, chunked("0000017")},
            {CHUNKED, chunked("17;a=b;c=\"d;\\\"e\"")},
            {CHUNKED, chunked("17").replace(LAST_CHUNK, "000;a\r\n\r\n")},
            {"transfer-encoding:  ChUnKeD \r\n", chunked("17")},
            // A trailer is not a header, whatever its name.
            {CHUNKED, chunked("17").replace(LAST_CHUNK, "0\r\nX-API-KEY: none\r\nContent-Length: 9\r\n\r\n")},
        };
    }

    /** Operations that take no body must still skip it. */
    @Test
    void treatsNoBodyAsARequest() {
        String length = "Content-Length: " + smuggled().length() + "\r\nConnection: close\r\n";
        for (String request : new String[] {
            patch(length).replace("PATCH", "GET"),
            patch(length).replace("PATCH", "DELETE").replace(user, "nobody"),
            patch(length).replace(tenant.apiKey(), "none"),
            patch(length).replace("application/json", "text/plain"),
        }) {
            assertNothingIsSmuggled(RawHttp.exchange(request + smuggled()));
        }
        assertNothingIsSmuggled(RawHttp.exchange(patch("Content-Length: 262145\r\n") + smuggled()));
    }

    private void assertRefused(String request) {
        assertRefused(400, request);
    }

    private void assertRefused(int status, String request) {
        String answer = RawHttp.exchange(request + smuggled());
        assertThat(answer).matches("(?s)(HTTP/1\\.[01] " + status + " .*)?");
        assertNothingIsSmuggled(answer);
    }

    private void assertNothingIsSmuggled(String answer) {
        assertThat(answer.split("HTTP/\\d\\.\\d \\d\\d\\d ", -1)).hasSizeLessThanOrEqualTo(2);
        as(tenant).get("/api/users/{user}/public_data", user).then().statusCode(200);
    }

    private String patch(String headers) {
        return "PATCH /api/users/" + user + "/public_data HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\nContent-Type: application/json\r\n" + headers + "\r\n";
    }

    private String smuggled() {
        return "DELETE /api/users/" + user + " HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: " + tenant.apiKey()
                + "\r\n\r\n";
    }

    private static String chunked(String size) {
        return size + "\r\n" + BODY + "\r\n" + LAST_CHUNK;
    }
}
