package io.useradmin.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class MediaTypeHeadersTest {
    @Test
    void loseWhiteSpaceBeforeParameters() {
        assertThat(tidied("text/html ;q=0.1, application/json \t ; q=0.5;a=b  ;c"))
                .isEqualTo("text/html;q=0.1, application/json; q=0.5;a=b;c");
        assertThat(tidied("a/b; q=1, c/d")).isEqualTo("a/b; q=1, c/d");
    }

    /** A client could otherwise occupy an event loop with each request. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void withMuchWhiteSpaceTakeLinearTime() {
        String blanks = " ".repeat(2_000_000);
        assertThat(tidied("a/b;" + blanks + "q" + blanks + ";c")).isEqualTo("a/b;" + blanks + "q;c");
    }

    private static String tidied(String accept) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Accept", accept);
        MediaTypeHeaders.tidy(headers);
        return headers.get("Accept");
    }
}
