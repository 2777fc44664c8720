package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.admission.MemoryBudget.Reservation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final long NOW = 1_000;

    private final List<String> events = new ArrayList<>();
    private final MemoryBudget memory = new MemoryBudget(100, 3);

    @Test
    void waitsIfTheLimitIsExceeded() {
        Reservation first = reservation("first", 60);
        Reservation second = reservation("second", 50);

        assertThat(first.acquire()).isTrue();
        assertThat(second.acquire()).isFalse();
        assertThat(memory.held()).isEqualTo(60);
        assertThat(memory.queued()).isOne();
        first.release();

        assertThat(events).containsExactly("granted second");
        assertThat(memory.held()).isEqualTo(50);
    }

    @Test
    void keepsTheOneThatWaitsIfAnotherOfTheSameSizeIsReleasedBeforeItAsks() {
        Reservation all = reservation("all", 100);
        all.hold();
        reservation("first", 80).acquire();

        reservation("second", 80).release();
        all.release();

        assertThat(events).containsExactly("granted first");
    }

    @Test
    void grantsTheSmallestFirstAndThenTheOldest() {
        Reservation all = reservation("all", 100);
        all.acquire();
        reservation("large", 90).acquire();
        reservation("small", 10).acquire();
        reservation("small too", 10).acquire();

        all.release();

        assertThat(events).containsExactly("granted small", "granted small too");
        assertThat(memory.queued()).isOne();
    }

    @Test
    void refusesTheLargestWhenTooManyWait() {
        Reservation all = reservation("all", 100);
        all.acquire();
        reservation("large", 90).acquire();
        reservation("larger", 95).acquire();
        reservation("small", 10).acquire();

        assertThat(reservation("small too", 11).acquire()).isFalse();
        assertThat(reservation("huge", 1_000).acquire()).isFalse();

        assertThat(events).containsExactly("refused larger", "refused huge");
        all.release();
        assertThat(events).endsWith("granted small", "granted small too");
    }

    @Test
    void grantsALargerOneThanTheLimitOnlyAlone() {
        Reservation small = reservation("small", 1);
        small.acquire();

        assertThat(reservation("huge", 1_000).acquire()).isFalse();
        small.release();

        assertThat(events).containsExactly("granted huge");
        assertThat(memory.held()).isEqualTo(1_000);
        assertThat(reservation("next", 1).acquire()).isFalse();
    }

    @Test
    void releasesOnceInAnyState() {
        Reservation granted = reservation("granted", 60);
        Reservation waiting = reservation("waiting", 60);
        Reservation fresh = reservation("fresh", 60);
        granted.acquire();
        waiting.acquire();

        for (Reservation reservation : List.of(fresh, waiting, granted, granted, waiting, fresh)) {
            reservation.release();
        }

        assertThat(memory.held()).isZero();
        assertThat(memory.queued()).isZero();
        assertThat(events).isEmpty();
        assertThat(fresh.acquire()).isFalse();
        fresh.hold();
        fresh.resize(7);
        assertThat(memory.held()).isZero();
    }

    @Test
    void aSmallerSizeFreesMemoryForOthers() {
        Reservation large = reservation("large", 100);
        large.acquire();
        reservation("next", 80).acquire();

        large.resize(20);

        assertThat(events).containsExactly("granted next");
        assertThat(memory.held()).isEqualTo(100);
    }

    @Test
    void growsUpToTheLimit() {
        reservation("other", 30).acquire();
        Reservation growing = reservation("growing", 20);
        growing.acquire();

        assertThat(growing.grow(70)).isTrue();
        assertThat(growing.grow(71)).isFalse();
        assertThat(growing.grow(10)).isTrue();
        assertThat(memory.held()).isEqualTo(100);

        growing.release();
        assertThat(memory.held()).isEqualTo(30);
        assertThat(growing.grow(70)).isFalse();
        assertThat(memory.held()).isEqualTo(30);
    }

    @Test
    void growsBeyondTheLimitWhileTheOthersAreSmall() {
        Reservation growing = reservation("growing", 20);
        growing.acquire();
        Reservation small = reservation("small", 25);
        small.acquire();

        assertThat(growing.grow(150)).isTrue();
        assertThat(memory.held()).isEqualTo(175);
        assertThat(small.grow(26)).isFalse();
        reservation("another", 1).hold();
        assertThat(growing.grow(151)).isFalse();
        assertThat(growing.grow(150)).isTrue();
        assertThat(memory.held()).isEqualTo(176);
    }

    @Test
    void growsOnlyAfterItWasGranted() {
        assertThat(reservation("fresh", 20).grow(10)).isFalse();
        assertThat(memory.held()).isZero();
    }

    @Test
    void holdsExistingDataBeyondTheLimit() {
        Reservation first = reservation("first", 90);
        first.acquire();
        Reservation there = reservation("there", 50);

        there.hold();

        assertThat(memory.held()).isEqualTo(140);
        there.release();
        assertThat(memory.held()).isEqualTo(90);
    }

    @Test
    void endsTheOldestTransfersForThoseThatWaitAndNoMore() {
        transferring("first", 40, NOW);
        transferring("second", 40, NOW + 1);
        transferring("third", 20, NOW + 2);
        reservation("waits", 60).acquire();

        memory.reclaim(NOW + 10);
        memory.reclaim(NOW + 10);

        assertThat(events).containsExactly("aborted first", "aborted second", "granted waits");
        assertThat(memory.held()).isEqualTo(80);
    }

    @Test
    void doesNotEndRecentOrCompleteTransfers() {
        transferring("young", 40, NOW + 20);
        transferring("arrived", 40, NOW).endTransfer();
        reservation("waits", 60).acquire();

        memory.reclaim(NOW + 10);

        assertThat(events).isEmpty();
    }

    @Test
    void endsNothingWhileNobodyWaits() {
        transferring("slow", 100, NOW);

        memory.reclaim(NOW + 10);

        assertThat(events).isEmpty();
    }

    /** The refused transfer does not wait, but will be repeated from its beginning, however small its last step was. */
    @Test
    void endsTheOldestTransferForOneThatCouldNotGrow() {
        transferring("first", 60, NOW);
        transferring("second", 30, NOW + 1);
        Reservation growing = reservation("growing", 1);
        growing.acquire();
        assertThat(growing.grow(10)).isTrue();
        assertThat(growing.grow(11)).isFalse();
        growing.release();

        memory.reclaim(NOW + 10);
        memory.reclaim(NOW + 10);

        assertThat(events).containsExactly("aborted first");
    }

    @Test
    void endsTransfersThatTogetherExceedTheLimit() {
        transferring("first", 90, NOW);
        Reservation second = reservation("second", 90);
        second.hold();

        memory.reclaim(NOW + 10);

        assertThat(events).containsExactly("aborted first");
    }

    @Test
    void isDroppedBeforeOthersGetIt() {
        Reservation first = memory.reservation(100, new Transfer("first") {
            @Override
            public void released() {
                events.add("dropped first");
            }
        });
        first.acquire();
        reservation("second", 100).acquire();

        first.release();

        assertThat(events).containsExactly("dropped first", "granted second");
    }

    private Reservation transferring(String name, long bytes, long since) {
        Reservation reservation = reservation(name, bytes);
        assertThat(reservation.acquire()).isTrue();
        reservation.beginTransfer(since, () -> {
            events.add("aborted " + name);
            reservation.release();
        });
        return reservation;
    }

    private Reservation reservation(String name, long bytes) {
        return memory.reservation(bytes, new Transfer(name));
    }

    private class Transfer implements MemoryWaiter {
        private final String name;

        private Transfer(String name) {
            this.name = name;
        }

        @Override
        public void granted() {
            events.add("granted " + name);
        }

        @Override
        public void refused() {
            events.add("refused " + name);
        }
    }
}
