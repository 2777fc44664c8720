package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.vertx.VertxContext;
import io.useradmin.testsupport.Locks;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyRevalidationTest {
    @Inject
    KeyRevalidation keys;

    @Inject
    Vertx vertx;

    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();

    @AfterEach
    void resetClock() {
        clock.reset();
    }

    @Test
    void checksTheScopesAndTheEndOfTheStoredKey() {
        clock.stop();
        ApiKey key = tenant.key("events:read");
        Sql.run(
                "update api_keys set expires_at = ? where key_id = ?",
                clock.instant().plusSeconds(1),
                key.keyId());
        var caller = new Caller(key.keyId(), tenant.id(), Set.of(Scope.ALL), null);

        assertThat(keys.may(caller, Scope.EVENTS_READ).await().indefinitely()).isTrue();
        assertThat(keys.may(caller, Scope.USERS_EXPORT).await().indefinitely()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(keys.may(caller, Scope.EVENTS_READ).await().indefinitely()).isFalse();
    }

    /** For example two exports with the same key. One client disconnects. */
    @Test
    void aCancelledCheckDoesNotCancelAConcurrentOne() throws Exception {
        var caller = new Caller(tenant.key(Scope.ALL).keyId(), tenant.id(), Set.of(Scope.ALL), null);
        CompletableFuture<Boolean> other;
        try (Connection holder = TestDatabase.begin()) {
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

    /** They share a lookup. What follows belongs to the trace of each, and reads as each demands. */
    @Test
    void concurrentChecksContinueInTheirOwnContexts() throws Exception {
        var caller = new Caller(tenant.key(Scope.ALL).keyId(), tenant.id(), Set.of(Scope.ALL), null);
        List<Context> contexts = Stream.generate(
                        () -> VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext()))
                .limit(2)
                .toList();
        List<CompletableFuture<Context>> continued;
        try (Connection holder = TestDatabase.begin()) {
            holder.createStatement().execute("lock table api_keys");
            var begun = new CountDownLatch(contexts.size());
            continued = contexts.stream()
                    .map(context -> check(caller, context, begun))
                    .toList();
            begun.await();
            Locks.awaitBlockedBy(holder);
            holder.rollback();
        }

        for (int index = 0; index < contexts.size(); index++) {
            assertThat(continued.get(index).get(1, TimeUnit.MINUTES)).isSameAs(contexts.get(index));
        }
    }

    private CompletableFuture<Context> check(Caller caller, Context context, CountDownLatch begun) {
        var continued = new CompletableFuture<Context>();
        context.runOnContext(_ -> {
            keys.may(caller, Scope.USERS_EXPORT)
                    .subscribe()
                    .with(_ -> continued.complete(Vertx.currentContext()), continued::completeExceptionally);
            begun.countDown();
        });
        return continued;
    }
}
