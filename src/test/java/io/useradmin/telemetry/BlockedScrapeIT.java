package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Some metrics come from the database, with a statement that may take long. */
class BlockedScrapeIT {
    private static final int SOME = 3;

    @RegisterExtension
    static final PackagedService SERVICE = PackagedService.withSingleQueues();

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @Test
    void delaysNoReads() throws Exception {
        readSome();
        Await.until("what the database knows is known", () -> !isUnknown());
        try (Connection holder = TestDatabase.begin()) {
            holder.createStatement().execute("lock table deliveries");
            var scrapes = Concurrently.begin(BlockedScrapeIT::awaitUnknown);
            Locks.awaitBlockedBy(holder);
            readSome();
            // The scrape itself ends after some seconds.
            Locks.awaitBlockedBy(holder);
            scrapes.join();
        }
    }

    @Test
    void hasTheOtherMetricsWhileWritesAreBlocked() throws Exception {
        try (Connection holder = TestDatabase.begin()) {
            Locks.takeUser(holder, tenant.id(), user);
            var atWork = Concurrently.begin(() ->
                    as(tenant).body("{\"public_data\": {\"a\": 1}}").patch("/api/users/{user}/public_data", user));
            Locks.awaitBlockedBy(holder);
            awaitUnknown();
            assertThat(HeldGauges.of(metrics())).containsEntry("running", 1.0);
            holder.rollback();
            assertThat(atWork.join().statusCode()).isEqualTo(200);
        }
    }

    private void readSome() {
        for (int call = 0; call < SOME; call++) {
            as(tenant).get("/api/users/{user}/public_data", user).then().statusCode(200);
        }
    }

    /** Scrapes until a statement for metrics has failed or has run for too long. */
    private static boolean awaitUnknown() {
        try {
            Await.until("what the database knows is unknown", BlockedScrapeIT::isUnknown);
            return true;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static boolean isUnknown() {
        return metrics().contains("useradmin_events_oldest_age_seconds NaN");
    }

    private static String metrics() {
        return Management.get("/q/metrics").asString();
    }
}
