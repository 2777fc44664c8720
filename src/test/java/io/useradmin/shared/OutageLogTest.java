package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.CompositeException;
import io.useradmin.testsupport.CapturedLog;
import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageLogTest {
    private static final Exception FAILURE = new IllegalStateException("a value");
    private static final String BEGIN =
            " database unavailable, or a part of it: java.lang.IllegalStateException (logged once per outage and cause; requests get 503)";
    private static final String END =
            "database available: nothing has failed for 60 s. The outage lasted %d s and failed %d requests";

    /** It may begin anywhere, and overflow. */
    private long now = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();

    private final OutageLog outages = new OutageLog(() -> now);
    private final CapturedLog log = CapturedLog.listen();

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void hasOneLineForTheBeginningAndOneForTheEnd() {
        outages.note("readiness probe:", FAILURE);
        for (int second = 0; second < 200; second++) {
            pass(1);
            outages.noteRequest("t1", FAILURE);
        }
        assertThat(lines()).containsExactly("readiness probe:" + BEGIN);
        pass(60);
        outages.responded();
        outages.responded();

        assertThat(lines()).containsExactly("readiness probe:" + BEGIN, END.formatted(200, 200));
    }

    @Test
    void doesNotEndWhileOnlyAPartOfTheDatabaseResponds() {
        for (int minute = 0; minute < 10; minute++) {
            outages.noteRequest("t1", FAILURE);
            pass(59);
            outages.responded();
        }

        assertThat(lines()).containsExactly("trace_id=t1" + BEGIN);
    }

    @Test
    void beginsAgainAfterAQuietMinute() {
        outages.noteRequest("t1", FAILURE);
        pass(60);
        outages.noteRequest("t2", FAILURE);
        pass(60);
        outages.responded();

        assertThat(lines())
                .containsExactly(
                        "trace_id=t1" + BEGIN, END.formatted(0, 1), "trace_id=t2" + BEGIN, END.formatted(0, 1));
    }

    @Test
    void hasALineForEachCause() {
        outages.noteRequest("t1", refusal("57014"));
        outages.noteRequest("t2", refusal("57014"));
        outages.noteRequest("t3", FAILURE);
        outages.noteRequest("t4", refusal("42703"));
        pass(60);
        outages.noteRequest("t5", refusal("57014"));

        assertThat(lines())
                .extracting(line -> line.replaceAll("[(].*", "").strip())
                .containsExactly(
                        "trace_id=t1 database unavailable, or a part of it: SQLSTATE 57014",
                        "trace_id=t3 database unavailable, or a part of it: java.lang.IllegalStateException",
                        "trace_id=t4 database unavailable, or a part of it: SQLSTATE 42703",
                        END.formatted(0, 4),
                        "trace_id=t5 database unavailable, or a part of it: SQLSTATE 57014");
    }

    /** The message of a failure may be another one each time. */
    @Test
    void hasABoundedNumberOfLines() {
        for (int number = 0; number < 1000; number++) {
            outages.noteRequest("t1", new UnknownHostException("host-" + number));
        }
        assertThat(lines()).hasSize(20);
    }

    private static PgException refusal(String state) {
        return new PgException("a value", "ERROR", state, "a value");
    }

    @Test
    void isSilentWithoutAnOutage() {
        pass(60);
        outages.responded();

        assertThat(lines()).isEmpty();
    }

    @Test
    void namesAHostThatIsUnknownAndNothingPrivate() {
        var unknown = new UnknownHostException("nowhere.invalid");

        assertThat(OutageLog.describe(new IllegalStateException("a value", unknown)))
                .isEqualTo("java.net.UnknownHostException: nowhere.invalid");
        assertThat(OutageLog.describe(new IllegalStateException("a value", refusal("57014"))))
                .isEqualTo("SQLSTATE 57014");
        assertThat(OutageLog.describe(new IllegalStateException("a value", new SQLException("a value", "53100"))))
                .isEqualTo("SQLSTATE 53100");
        assertThat(OutageLog.describe(new SQLException("a value"))).isEqualTo("java.sql.SQLException");
        assertThat(OutageLog.describe(new IllegalStateException("a value", new SSLHandshakeException("no path"))))
                .isEqualTo("javax.net.ssl.SSLHandshakeException: no path");
        assertThat(OutageLog.describe(new CompositeException(new VertxException("SSL handshake failed", true))))
                .isEqualTo("io.vertx.core.VertxException: SSL handshake failed");
        assertThat(OutageLog.describe(new IllegalStateException("a value", new NoStackTraceThrowable("Timeout"))))
                .isEqualTo("io.vertx.core.impl.NoStackTraceThrowable: Timeout");
        assertThat(OutageLog.describe(new VertxException("a value", FAILURE)))
                .isEqualTo("java.lang.IllegalStateException");
        assertThat(OutageLog.describe(FAILURE)).isEqualTo("java.lang.IllegalStateException");
        assertThat(OutageLog.describe(new CompositeException(FAILURE))).isEqualTo("java.lang.IllegalStateException");
    }

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    /** Without those of the level DEBUG. */
    private List<String> lines() {
        return log.lines(OutageLog.class.getName()).stream()
                .map(CapturedLog.Line::text)
                .filter(text -> !text.contains(" database unavailable: "))
                .toList();
    }
}
