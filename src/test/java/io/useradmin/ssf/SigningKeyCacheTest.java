package io.useradmin.ssf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SigningKeyCacheTest {
    private final List<CompletableFuture<List<SigningKey>>> reads = new ArrayList<>();
    private final SigningKeyCache cache = new SigningKeyCache(this::read, Clock.systemUTC());

    @Test
    void requestsAtOnceShareARead() {
        CompletableFuture<List<SigningKey>> first = cache.published().subscribeAsCompletionStage();
        CompletableFuture<List<SigningKey>> second = cache.published().subscribeAsCompletionStage();
        assertThat(reads).hasSize(1);
        assertThat(second).isNotDone();

        reads.getFirst().complete(List.of());

        assertThat(first).isCompletedWithValue(List.of());
        assertThat(second).isCompletedWithValue(List.of());
    }

    @Test
    void aCancelledRequestLeavesTheReadToTheOthers() {
        CompletableFuture<List<SigningKey>> cancelled = cache.published().subscribeAsCompletionStage();
        CompletableFuture<List<SigningKey>> other = cache.published().subscribeAsCompletionStage();
        cancelled.cancel(false);

        reads.getFirst().complete(List.of());

        assertThat(other).isCompletedWithValue(List.of());
        assertThat(reads).hasSize(1);
    }

    @Test
    void aFailureIsNotCached() {
        CompletableFuture<List<SigningKey>> failed = cache.published().subscribeAsCompletionStage();
        reads.getFirst().completeExceptionally(new IllegalStateException("no database"));
        assertThatThrownBy(failed::join).hasMessageContaining("no database");

        CompletableFuture<List<SigningKey>> next = cache.published().subscribeAsCompletionStage();
        reads.getLast().complete(List.of());

        assertThat(next).isCompletedWithValue(List.of());
    }

    private Uni<List<SigningKey>> read(Instant now) {
        reads.add(new CompletableFuture<>());
        return Uni.createFrom().completionStage(reads.getLast());
    }
}
