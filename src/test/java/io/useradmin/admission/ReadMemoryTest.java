package io.useradmin.admission;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.useradmin.schema.RecordedReads;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.HeldGauges;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory for a page of users is reserved before the page is read. A recorded read waits for the lock of its user. */
@QuarkusTest
@TestProfile(RecordedReads.class)
class ReadMemoryTest {
    private static final double USER = 2 * 65_536 + 8_192;

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();

    @ParameterizedTest
    @ValueSource(strings = {"100", "0100", "%31%30%30"})
    void isThatOfTheSizeHoweverItIsWritten(String size) throws Exception {
        assertThat(heldFor("?size=" + size)).isEqualTo(100 * USER);
    }

    @Test
    void isThatOfTheDefaultSize() throws Exception {
        assertThat(heldFor("")).isEqualTo(10 * USER);
    }

    private double heldFor(String query) throws Exception {
        CompletableFuture<Response> reading;
        double held;
        Await.until("the memory of earlier responses is released", () -> held() == 0);
        try (Connection other = TestDatabase.begin()) {
            Locks.takeUser(other, tenant.id(), user);
            reading = Concurrently.begin(() -> as(tenant).get("/api/users" + query));
            Locks.awaitBlockedBy(other);
            held = held();
            other.commit();
        }
        reading.join().then().statusCode(200);
        return held;
    }

    private static double held() {
        return HeldGauges.of(Management.get("/q/metrics").asString()).get("responses");
    }
}
