package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.useradmin.shared.Counting;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferencesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "count=exact                           | EXACT",
                "respond-async ,\t Count = \"EXACT\"   | EXACT",
                "wait=1 ; a=b , count=exact ; a=b      | EXACT",
                "count=exact, count=estimated          | EXACT",
                "count=estimated, count=exact          | BOUNDED",
                "a; count=exact                        | BOUNDED",
                ",;=                                   | BOUNDED",
            })
    void haveACount(String header, Counting counting) {
        assertThat(counting(header)).isEqualTo(counting);
    }

    /** A client could otherwise occupy an event loop with each request. */
    @Test
    void withMuchWhiteSpaceTakeNoLongTime() {
        String blanks = " ".repeat(100_000);
        assertThat(assertTimeoutPreemptively(
                        Duration.ofSeconds(5), () -> counting("a" + blanks + "b," + blanks + "count=exact")))
                .isEqualTo(Counting.EXACT);
    }

    private static Counting counting(String header) {
        var headers = HttpHeaders.headers().add("Prefer", header);
        return Preferences.counting((HttpServerRequest) Proxy.newProxyInstance(
                PreferencesTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (_, _, _) -> headers));
    }
}
