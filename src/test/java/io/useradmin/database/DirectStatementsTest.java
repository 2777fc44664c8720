package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request never waits for a second connection of the pool while it holds one. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DirectStatementsTest {
    @Inject
    DirectStatements direct;

    static Stream<UnaryOperator<Uni<RowSet<Row>>>> sessions() {
        return Stream.of(
                work -> Panache.withSession(() -> work),
                work -> Panache.withTransaction(() -> work),
                work -> Panache.withTransaction(
                        () -> Panache.currentTransaction().flatMap(_ -> work)));
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void failToWriteWithinASession(UnaryOperator<Uni<RowSet<Row>>> within) {
        assertThatThrownBy(() -> await(() -> within.apply(write())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("direct write within a session");
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void readWithinASession(UnaryOperator<Uni<RowSet<Row>>> within) throws Throwable {
        assertThat(await(() -> within.apply(direct.read("select 1", List.of()))))
                .hasSize(1);
    }

    @Test
    void writeBeforeAndAfterASession() throws Throwable {
        assertThat(await(() -> write().flatMap(_ -> Panache.withSession(Panache::getSession))
                        .flatMap(_ -> write())))
                .hasSize(1);
    }

    private Uni<RowSet<Row>> write() {
        return direct.write("select 1", List.of());
    }

    private static RowSet<Row> await(Supplier<Uni<RowSet<Row>>> work) throws Throwable {
        return VertxContextSupport.subscribeAndAwait(work);
    }
}
