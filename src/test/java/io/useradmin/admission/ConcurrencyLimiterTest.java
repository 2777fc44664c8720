package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.admission.ConcurrencyLimiter.Permit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConcurrencyLimiterTest {
    private final List<String> granted = new ArrayList<>();
    private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(2);

    @Test
    void queuesTheOthersInOrder() {
        Permit first = permit("first");
        Permit second = permit("second");
        Permit third = permit("third");
        Permit fourth = permit("fourth");

        assertThat(first.acquire()).isTrue();
        assertThat(second.acquire()).isTrue();
        assertThat(third.acquire()).isFalse();
        assertThat(fourth.acquire()).isFalse();
        assertThat(limiter.running()).isEqualTo(2);
        assertThat(limiter.queued()).isEqualTo(2);
        second.release();
        assertThat(granted).containsExactly("third");
        first.release();
        assertThat(granted).containsExactly("third", "fourth");
        third.release();
        fourth.release();

        assertThat(limiter.running()).isZero();
        assertThat(limiter.queued()).isZero();
    }

    @Test
    void releasesAPermitOnce() {
        Permit first = permit("first");
        first.acquire();
        permit("second").acquire();
        permit("third").acquire();
        permit("fourth").acquire();

        first.release();
        first.release();

        assertThat(granted).containsExactly("third");
        assertThat(limiter.running()).isEqualTo(2);
    }

    @Test
    void skipsCancelledPermits() {
        Permit first = permit("first");
        Permit cancelled = permit("cancelled");
        first.acquire();
        permit("second").acquire();
        cancelled.acquire();
        permit("patient").acquire();

        assertThat(cancelled.cancel()).isTrue();
        assertThat(cancelled.cancel()).isFalse();
        cancelled.release();
        assertThat(granted).isEmpty();
        first.release();

        assertThat(granted).containsExactly("patient");
    }

    @Test
    void doesNotCancelAGrantedPermit() {
        Permit running = permit("running");
        running.acquire();

        assertThat(running.cancel()).isFalse();
        assertThat(limiter.running()).isOne();
    }

    @Test
    void grantsNoPermitThatWasCancelledBefore() {
        Permit cancelled = permit("cancelled");

        assertThat(cancelled.cancel()).isTrue();

        assertThat(cancelled.acquire()).isFalse();
        assertThat(limiter.running()).isZero();
        assertThat(limiter.queued()).isZero();
    }

    /** A third of the permits are cancelled at once, wherever they are in the queue. */
    @Test
    @Timeout(600)
    void neverRunsMoreThanTheLimitWithConcurrentCancellations() throws InterruptedException {
        int permits = 30_000;
        var running = new AtomicInteger();
        var mostRunning = new AtomicInteger();
        var done = new CountDownLatch(permits);
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int number = 0; number < permits; number++) {
                boolean cancels = number % 3 == 0;
                threads.execute(() -> acquireAndRelease(cancels, running, mostRunning, done, threads::execute));
            }
            done.await();
        }

        assertThat(mostRunning.get()).isBetween(1, 2);
        assertThat(limiter.running()).isZero();
        assertThat(limiter.queued()).isZero();
    }

    private void acquireAndRelease(
            boolean cancels, AtomicInteger running, AtomicInteger mostRunning, CountDownLatch done, Executor threads) {
        var self = new Permit[1];
        Runnable work = () -> {
            mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
            running.decrementAndGet();
            self[0].release();
            done.countDown();
        };
        self[0] = limiter.permit(() -> threads.execute(work));
        boolean isGranted = self[0].acquire();
        if (isGranted) {
            work.run();
        } else if (cancels && self[0].cancel()) {
            done.countDown();
        }
    }

    private Permit permit(String name) {
        return limiter.permit(() -> granted.add(name));
    }
}
