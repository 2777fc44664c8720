package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Load;
import io.useradmin.testsupport.OwnPostgres;
import io.useradmin.testsupport.ServiceProcess;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jboss.logging.Logger;

/** Checks after any fault. */
final class Recovery {
    private static final Logger LOG = Logger.getLogger(Recovery.class);

    /** So many responses of a kind cannot be by chance. */
    static final int SOME = 50;

    /** Short timeouts, so that the service notices faults sooner. */
    static final Map<String, String> SHORT_TIMEOUTS = Map.of(
            "USERADMIN_HTTP_DEADLINE", "2s",
            "USERADMIN_DATABASE_ACQUIRE_TIMEOUT", "1s",
            "USERADMIN_DATABASE_STATEMENT_TIMEOUT", "1s",
            "USERADMIN_DATABASE_SILENCE_TIMEOUT", "4s",
            "QUARKUS_DATASOURCE_REACTIVE_IDLE_TIMEOUT", "2s");

    private Recovery() {}

    /**
     * Fails unless requests succeed again, every refusal was a documented error, and {@code database} agrees with the
     * responses.
     */
    static void check(String fault, ServiceProcess service, Load load, OwnPostgres database) throws Exception {
        Duration recovery = load.awaitAcknowledged(SOME);
        Await.until("the service is ready", service::isReady);
        load.stop();
        LOG.infof("%s: %s, well again after %d ms", fault, load.figures(database), recovery.toMillis());
        assertThat(service.faults()).isEmpty();
        assertThat(service.linesOutsideTheLog()).isEmpty();
        assertThat(load.lost(database)).isEmpty();
        assertThat(load.halfDone(database)).isEmpty();
        assertThat(load.unanswered()).isZero();
        assertThat(load.refusals()).allSatisfy(Recovery::assertUnavailable);
    }

    /** Fails unless the response is the documented error "unavailable". */
    static void assertUnavailable(HttpResponse<String> refusal) {
        assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(503);
        assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refusal.headers().firstValue("Retry-After")).contains("5");
        assertThat(refusal.body()).contains("urn:useradmin:problem:unavailable");
    }
}
