package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Counting;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
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
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void withMuchWhiteSpaceTakeLinearTime() {
        String blanks = " ".repeat(2_000_000);
        assertThat(counting("a" + blanks + "b," + blanks + "count=exact")).isEqualTo(Counting.EXACT);
    }

    private static Counting counting(String header) {
        var headers = HttpHeaders.headers().add("Prefer", header);
        return Preferences.counting((HttpServerRequest) Proxy.newProxyInstance(
                PreferencesTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (_, _, _) -> headers));
    }
}
