package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ArrivingRowsTest {
    private static final int ROW_BYTES = 100_000;
    /** Divides by zero after {@code $1} rows. Each has {@value #ROW_BYTES} bytes. */
    private static final String FAILS = "select repeat('x', " + ROW_BYTES
            + ") as text, 1 / (cast($1 as integer) - n) from generate_series(0, 9) as n";

    @Inject
    DirectStatements direct;

    private final Counted memory = new Counted(Long.MAX_VALUE);

    @Test
    void countWhileTheyAreKept() throws Throwable {
        assertThat(read(memory, 10)).hasSize(10);

        assertThat(memory.bytes).hasValueGreaterThanOrEqualTo(10L * ROW_BYTES);
    }

    /** The read may be repeated, on the primary or after a conflict. */
    @Test
    void doNotCountAfterTheReadHasFailed() {
        assertThatThrownBy(() -> read(memory, 5)).isInstanceOf(PgException.class);

        assertThat(memory.additions).hasPositiveValue();
        assertThat(memory.bytes).hasValue(0);
    }

    @Test
    void failTheReadIfThereIsNoMemory() throws Throwable {
        var small = new Counted(3 * ROW_BYTES);

        assertThatThrownBy(() -> read(small, 10)).isInstanceOf(IllegalStateException.class);

        assertThat(small.bytes).hasValue(0);
        assertThat(read(memory, 10)).as("another read").hasSize(10);
    }

    private RowSet<Row> read(ResultMemory limit, int rows) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(() -> Uni.createFrom().deferred(() -> {
            limit.begin();
            return direct.read(FAILS, List.of(rows));
        }));
    }

    private static final class Counted implements ResultMemory {
        private final long limit;
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicInteger additions = new AtomicInteger();

        private Counted(long limit) {
            this.limit = limit;
        }

        @Override
        public void add(long more) {
            additions.incrementAndGet();
            if (bytes.addAndGet(more) > limit) {
                throw new IllegalStateException("no memory");
            }
        }

        @Override
        public void remove(long gone) {
            bytes.addAndGet(-gone);
        }

        @Override
        public boolean isExhausted() {
            return false;
        }
    }
}
