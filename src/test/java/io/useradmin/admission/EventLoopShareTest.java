package io.useradmin.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of operations per event loop depends on the number of connections and of event loops. */
class EventLoopShareTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # loops, pool, read connections, pipelining; reads, writes
            2,         20,                8,          8,    16,     10
            1,         20,                8,          8,    16,     20
            3,         20,                8,          8,    16,      6
            4,         20,                8,          8,    16,      5
            8,         20,                8,          8,     8,      2
            16,        20,                8,          8,     4,      1
            16,        64,                8,          8,     4,      4
            64,        20,                8,          8,     1,      1
            128,       20,                8,          8,     1,      1
            1,          1,                1,          1,     1,      1
            1, 2147483647,       2147483647, 2147483647,    16, 2147483647
            """)
    void dividesTheConnectionsAmongTheEventLoops(
            long eventLoops, int poolSize, int readConnections, int pipeliningLimit, int reads, int writes) {
        assertThat(EventLoopShare.of(eventLoops, poolSize, readConnections, pipeliningLimit))
                .isEqualTo(new EventLoopShare(reads, writes));
    }

    @ParameterizedTest
    @CsvSource({"16, 4", "8, 2", "4, 1", "3, 1", "1, 1"})
    void givesResumedReadsAQuarterOfTheReads(int reads, int resumed) {
        assertThat(new EventLoopShare(reads, 10).resumed()).isEqualTo(resumed);
    }
}
