package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class ComputedOnceTest {
    private final List<String> computed = new ArrayList<>();
    private final ComputedOnce<String, Integer> lengths = new ComputedOnce<>(text -> {
        computed.add(text);
        return text.length();
    });

    @Test
    void computesEachValueOnce() {
        assertThat(lengths.all()).isEmpty();

        assertThat(lengths.get("a")).isOne();
        assertThat(lengths.get("bb")).isEqualTo(2);
        assertThat(lengths.get("a")).isOne();

        assertThat(computed).containsExactly("a", "bb");
        assertThat(lengths.all()).containsExactlyInAnyOrder(1, 2);
    }

    /** Event loops ask for known values with each request. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void aKnownValueDoesNotWaitForTheComputationOfAnother() throws Exception {
        var computing = new CountDownLatch(1);
        var finish = new CountDownLatch(1);
        var values = new ComputedOnce<Colliding, String>(key -> {
            if (key.name().equals("slow")) {
                computing.countDown();
                awaitQuietly(finish);
            }
            return key.name();
        });
        values.get(new Colliding("first"));
        values.get(new Colliding("known"));
        Thread other = Thread.startVirtualThread(() -> values.get(new Colliding("slow")));
        computing.await();

        assertThat(values.get(new Colliding("known"))).isEqualTo("known");

        finish.countDown();
        other.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** All keys are in the same part of a hash table. */
    private record Colliding(String name) {
        @Override
        public int hashCode() {
            return 1;
        }
    }
}
