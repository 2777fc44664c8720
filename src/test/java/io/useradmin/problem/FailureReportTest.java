package io.useradmin.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgException;
import org.junit.jupiter.api.Test;

/** What the log contains about a failure. */
class FailureReportTest {
    private static final String PRIVATE = "hunter2";

    @Test
    void hasClassAndStackTrace() {
        assertThat(FailureReport.of(new IllegalStateException(PRIVATE)))
                .startsWith("java.lang.IllegalStateException\n    at ")
                .contains("FailureReportTest.hasClassAndStackTrace");
    }

    @Test
    void hasTheCauses() {
        assertThat(FailureReport.of(new IllegalStateException(new ArithmeticException())))
                .contains("java.lang.IllegalStateException\n", "\ncaused by java.lang.ArithmeticException\n");
    }

    @Test
    void hasTheSqlState() {
        assertThat(FailureReport.of(new PgException(PRIVATE, "ERROR", "23505", PRIVATE)))
                .startsWith("io.vertx.pgclient.PgException SQLSTATE 23505");
    }

    @Test
    void neverHasAMessage() {
        var statement = new PgException("Key (email)=(" + PRIVATE + ") already exists", "ERROR", "23505", PRIVATE);
        var failure = new IllegalStateException(PRIVATE, new RuntimeException(PRIVATE, statement));
        failure.addSuppressed(new RuntimeException(PRIVATE));

        assertThat(FailureReport.of(failure)).doesNotContain(PRIVATE);
    }

    @Test
    void isBoundedForDeepFailures() {
        Throwable failure = new RuntimeException();
        for (int depth = 0; depth < 1_000; depth++) {
            failure = new RuntimeException(failure);
        }

        assertThat(FailureReport.of(failure).lines()).hasSizeLessThan(200);
    }

    @Test
    void endsIfCausesAreCyclic() {
        var one = new RuntimeException();
        one.initCause(new RuntimeException(one));

        assertThat(FailureReport.of(one).lines().filter(line -> line.startsWith("caused by")))
                .hasSize(4);
    }
}
