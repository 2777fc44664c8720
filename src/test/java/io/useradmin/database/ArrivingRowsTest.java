package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.testsupport.CountedMemory;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ArrivingRowsTest {
    private static final int ROW_BYTES = 100_000;
    /** Divides by zero after {@code $1} rows. Each has {@value #ROW_BYTES} bytes. */
    private static final String FAILS = "select repeat('x', " + ROW_BYTES
            + ") as text, 1 / (cast($1 as integer) - n) from generate_series(0, 9) as n";

    @Inject
    DirectStatements direct;

    private SqlClient client;
    private final CountedMemory memory = new CountedMemory(Long.MAX_VALUE);

    @Inject
    void use(@Pipelined SqlClient pipelined) {
        client = pipelined;
    }

    @Test
    void countWhileTheyAreKept() throws Throwable {
        assertThat(read(memory, 10)).hasSize(10);

        assertThat(memory.bytes()).isGreaterThanOrEqualTo(10L * ROW_BYTES);
    }

    /** Java needs two bytes for each character if one of them is not in Latin-1. */
    @ParameterizedTest
    @CsvSource({"x, 1", "é, 1", "я, 2"})
    void countTheBytesThatJavaNeedsForTheCharacters(String character, int bytes) throws Throwable {
        String statement = "select repeat($1, " + ROW_BYTES + ") as text from generate_series(1, 10)";

        VertxContextSupport.subscribeAndAwait(() -> Uni.createFrom().deferred(() -> {
            memory.begin();
            return direct.read(statement, List.of(character));
        }));

        assertThat(memory.bytes()).isBetween(10L * ROW_BYTES * bytes, 10L * ROW_BYTES * bytes + 1_000);
    }

    /** The read may be repeated, on the primary or after a conflict. */
    @Test
    void doNotCountAfterTheReadHasFailed() {
        assertThatThrownBy(() -> read(memory, 5)).isInstanceOf(PgException.class);

        assertThat(memory.additions()).isPositive();
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void failTheReadIfThereIsNoMemory() throws Throwable {
        var small = new CountedMemory(3 * ROW_BYTES);

        assertThatThrownBy(() -> read(small, 10)).isInstanceOf(IllegalStateException.class);

        assertThat(small.bytes()).isZero();
        assertThat(read(memory, 10)).as("another read").hasSize(10);
    }

    /** Such as the result of a replica that is behind: the same rows are read again, on the primary. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9})
    void doNotCountIfTheResultTurnsOutToBeUseless(int usedRows) {
        assertThatThrownBy(() -> read(() -> memory.additions() < usedRows)).hasMessage("The result is not used");

        assertThat(memory.additions()).isEqualTo(usedRows);
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void doNotCountIfTheResultIsUselessAtItsEnd() throws Throwable {
        assertThat(read(() -> memory.additions() < 10)).hasSize(10);

        assertThat(memory.additions()).isEqualTo(10);
        assertThat(memory.bytes()).isZero();
    }

    private RowSet<Row> read(BooleanSupplier isUsed) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(() -> AsyncResultUni.toUni(ended -> {
            memory.begin();
            ArrivingRows.of(client.preparedQuery(FAILS), Tuple.of(100), isUsed).onComplete(ended);
        }));
    }

    private RowSet<Row> read(ResultMemory limit, int rows) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(() -> Uni.createFrom().deferred(() -> {
            limit.begin();
            return direct.read(FAILS, List.of(rows));
        }));
    }
}
