package io.useradmin.ssf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.Commands;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** After a purge, a receiver gets 410 only if it has missed a token of its stream. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PurgedSignalsTest {
    private final Tenant tenant = Tenant.create();

    @Test
    void doesNotAffectAReceiverThatHasMissedNothing() {
        Receiver receiver = Receiver.create(tenant);
        insert(10, "group.created", "{}");
        assertThat(receiver.poll()).isEmpty();

        purge();

        assertThat(receiver.poll()).isEmpty();
        insert(1, "session.revoked", "{}");
        receiver.await(1);
    }

    @ParameterizedTest
    @EnumSource
    void isReportedToAReceiverThatHasMissedASignal(Signal signal) {
        Receiver all = Receiver.create(tenant);
        Receiver one = Receiver.create(tenant, requesting(signal));
        Signal another = signal == Signal.ACCOUNT_PURGED ? Signal.SESSION_REVOKED : Signal.ACCOUNT_PURGED;
        Receiver other = Receiver.create(tenant, requesting(another));
        insert(1, signal.source().stored(), "{/username,/emails}");

        purge();

        assertMissed(all);
        assertMissed(one);
        assertThat(other.poll()).isEmpty();
        insert(1, "group.created", "{}");
        purge();
        assertMissed(all);
        assertThat(other.poll()).isEmpty();
    }

    /** The members of a user that changed, and whether that is a signal. */
    @ParameterizedTest
    @CsvSource({"'{\"\"}',true", "{/phone_numbers},true", "{/username},false", "{/emails/0},false", ",false"})
    void dependsOnTheChangedMembers(String changed, boolean isSignal) {
        Receiver receiver = Receiver.create(tenant);
        insert(1, "user.updated", changed);

        purge();

        receiver.send("{\"returnImmediately\": true}").then().statusCode(isSignal ? 410 : 200);
    }

    @Test
    void doesNotAffectAReceiverThatHasAcknowledgedItsToken() {
        Receiver receiver = Receiver.create(tenant);
        insert(1, "session.revoked", "{}");
        insert(1, "group.created", "{}");
        assertThat(receiver.poll(Receiver.ids(receiver.await(1)))).isEmpty();
        insert(1, "group.created", "{}");

        purge();

        assertThat(receiver.poll()).isEmpty();
    }

    @Test
    void doesNotMoveAStreamBack() {
        Receiver receiver = Receiver.create(tenant);
        insert(1, "group.created", "{}");
        age(tenant);
        insert(1, "session.revoked", "{}");
        assertThat(receiver.poll(Receiver.ids(receiver.await(1)))).isEmpty();

        runPurge();

        assertThat(receiver.poll()).isEmpty();
    }

    @Test
    void doesNotMoveTheStreamOfAnotherTenant() {
        Tenant other = Tenant.create();
        Receiver theirs = Receiver.create(other);
        insert(other, 1, "session.revoked", "{}");
        insert(1, "group.created", "{}");

        purge();

        theirs.await(1);
    }

    @Test
    void aReceiverHasMissedNothingIfOnlyAnotherTenantWasPurged() {
        Receiver receiver = Receiver.create(tenant);
        Tenant other = Tenant.create();
        insert(other, 1, "session.revoked", "{}");
        purge(other);
        insert(1, "group.created", "{}");

        purge();

        assertThat(receiver.poll()).isEmpty();
    }

    private static String requesting(Signal signal) {
        return "{\"events_requested\": [\"" + signal.uri() + "\"]}";
    }

    private static void assertMissed(Receiver receiver) {
        receiver.send("{\"returnImmediately\": true}")
                .then()
                .statusCode(410)
                .body("type", equalTo("urn:useradmin:problem:events-purged"));
    }

    private void insert(int number, String type, String changed) {
        insert(tenant, number, type, changed);
    }

    private static void insert(Tenant owner, int number, String type, String changed) {
        Sql.run("""
                insert into events (tenant_id, occurred_at, type, user_id, session_id, changed)
                select ?, now(), ?, 'u', 's', cast(? as text[]) from generate_series(1, ?)
                """, owner.id(), type, changed, number);
        FeedEnd.awaitAll(owner);
    }

    private void purge() {
        purge(tenant);
    }

    private static void purge(Tenant owner) {
        age(owner);
        runPurge();
    }

    private static void age(Tenant owner) {
        Sql.run("update events set occurred_at = now() - interval '500 days' where tenant_id = ?", owner.id());
    }

    private static void runPurge() {
        var outcome = Commands.onTestDatabase(Clock.systemUTC()).line("purge");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    }
}
