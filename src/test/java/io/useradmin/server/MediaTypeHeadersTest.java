package io.useradmin.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.vertx.core.MultiMap;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MediaTypeHeadersTest {
    @Test
    void loseWhiteSpaceBeforeParameters() {
        assertThat(tidied("text/html ;q=0.1, application/json \t ; q=0.5;a=b  ;c"))
                .isEqualTo("text/html;q=0.1, application/json; q=0.5;a=b;c");
        assertThat(tidied("a/b; q=1, c/d")).isEqualTo("a/b; q=1, c/d");
    }

    /** A client could otherwise occupy an event loop with each request. */
    @Test
    void withMuchWhiteSpaceTakeNoLongTime() {
        String blanks = " ".repeat(100_000);
        assertThat(assertTimeoutPreemptively(
                        Duration.ofSeconds(5), () -> tidied("a/b;" + blanks + "q" + blanks + ";c")))
                .isEqualTo("a/b;" + blanks + "q;c");
    }

    private static String tidied(String accept) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Accept", accept);
        MediaTypeHeaders.tidy(headers);
        return headers.get("Accept");
    }
}
