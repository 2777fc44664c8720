package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StandingKeysTest {
    @Inject
    StandingKeys keys;

    final Tenant tenant = Tenant.create();

    /** For example two exports with the same key. One client disconnects. */
    @Test
    void aCancelledCheckDoesNotCancelAConcurrentOne() throws Exception {
        var caller = new Caller(tenant.key(Scope.ALL).keyId(), tenant.id(), Set.of(Scope.ALL), null);
        CompletableFuture<Boolean> other;
        try (Connection holder = TestDatabase.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("lock table api_keys");
            CompletableFuture<Boolean> leaving =
                    keys.may(caller, Scope.USERS_EXPORT).subscribeAsCompletionStage();
            other = keys.may(caller, Scope.USERS_EXPORT).subscribeAsCompletionStage();
            Locks.awaitBlockedBy(holder);

            leaving.cancel(true);
            holder.rollback();
        }

        assertThat(other.get(1, TimeUnit.MINUTES)).isTrue();
    }
}
