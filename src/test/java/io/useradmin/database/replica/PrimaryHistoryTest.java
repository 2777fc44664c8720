package io.useradmin.database.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Times are in nanoseconds since an arbitrary start. They may be negative. */
class PrimaryHistoryTest {
    private static final long BEGINNING = -5;

    private final PrimaryHistory history = new PrimaryHistory(100);

    @Test
    void aReplicaIsAsRecentAsItsLastReplayedPosition() {
        history.add(BEGINNING, at(10));
        history.add(BEGINNING + 20, at(30));
        history.add(BEGINNING + 40, at(50));
        assertThat(history.coveredAt(at(9))).isEmpty();
        assertThat(history.coveredAt(at(10))).contains(BEGINNING);
        assertThat(history.coveredAt(at(49))).contains(BEGINNING + 20);
        assertThat(history.coveredAt(at(50))).contains(BEGINNING + 40);
    }

    @Test
    void withAnIdlePrimaryAReplicaStaysRecent() {
        for (int time = 0; time < 1_000; time += 20) {
            history.add(time, at(10));
            assertThat(history.coveredAt(at(10))).contains((long) time);
        }
    }

    @Test
    void forgetsOldPositions() {
        history.add(0, at(10));
        history.add(101, at(20));
        assertThat(history.coveredAt(at(15))).isEmpty();
    }

    @Test
    void ignoresOtherTimelinesAndClusters() {
        history.add(0, at(10));
        var otherTimeline = new WalPosition(1, 2, 10);
        var otherCluster = new WalPosition(2, 1, 10);
        assertThat(history.coveredAt(otherTimeline)).isEmpty();
        assertThat(history.coveredAt(otherCluster)).isEmpty();
        assertThat(history.isForeign(otherTimeline, 0)).isTrue();
        assertThat(history.isForeign(otherCluster, 0)).isTrue();
        history.add(10, otherTimeline);
        assertThat(history.coveredAt(at(10)))
                .as("a position from before the failover")
                .isEmpty();
        assertThat(history.coveredAt(otherTimeline)).contains(10L);
    }

    /** The primary must be asked after the replica: the replica may be ahead of an earlier answer of the primary. */
    @Test
    void aReplicaIsNotAheadOfItsPrimary() {
        history.add(0, at(10));
        assertThat(history.isForeign(at(20), 5))
                .as("the replica was asked after the primary")
                .isFalse();
        history.add(6, at(15));
        assertThat(history.isForeign(at(20), 5))
                .as("the replica was asked before the primary")
                .isTrue();
        history.add(7, at(20));
        assertThat(history.isForeign(at(20), 5)).isFalse();
    }

    @Test
    void comparesBytesAsUnsigned() {
        assertThat(at(-1).covers(at(1))).isTrue();
        assertThat(at(1).covers(at(-1))).isFalse();
    }

    private static WalPosition at(long lsn) {
        return new WalPosition(1, 1, lsn);
    }
}
