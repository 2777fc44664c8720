package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.shared.OutageLog;
import io.useradmin.shared.TenantNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the pool for writes rewrites a statement. The statement returns its own text. */
class CitusTest {
    private static final String STATEMENT =
            NamedParameters.of("tenant").number("select current_query() from " + TenantNode.row());
    private static final String REWRITTEN = TenantNode.onCitus(STATEMENT);

    private final ProxiedPool proxied = new ProxiedPool();
    private final Citus citus = new Citus();
    private final Pool writes = new JoiningPool(proxied.pool, citus);

    @AfterEach
    void close() {
        proxied.close();
    }

    @Test
    void theFirstStatementIsRewritten() throws Exception {
        installCitus();

        assertThat(sent(writes)).isEqualTo(REWRITTEN);
        assertThat(sent(writes)).isEqualTo(REWRITTEN);
    }

    @Test
    void theFirstStatementOfTheFirstConnectionIsRewritten() throws Exception {
        installCitus();

        assertThat(sentOnAConnection()).isEqualTo(REWRITTEN);
        assertThat(sentOnAConnection()).isEqualTo(REWRITTEN);
    }

    @Test
    void withoutCitusNoStatementIsRewritten() {
        assertThat(sent(writes)).isEqualTo(STATEMENT);
        assertThat(sent(writes)).isEqualTo(STATEMENT);
        assertThat(sentOnAConnection()).isEqualTo(STATEMENT);
    }

    /** Counting the rows of a result converts them (ArrivingRows). */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstStatementCanConvertItsRows(boolean isCitus) throws Exception {
        if (isCitus) {
            installCitus();
        }
        PreparedQuery<RowSet<Row>> query = writes.preparedQuery(STATEMENT);

        var mapped = done(query.mapping(row -> "mapped " + row.getString(0)).execute(Tuple.of("t")));
        var collected = done(query.collecting(Collectors.counting()).execute(Tuple.of("t")));

        assertThat(mapped).containsExactly("mapped " + (isCitus ? REWRITTEN : STATEMENT));
        assertThat(collected.value()).isEqualTo(1);
    }

    @Test
    void anOutageIsNoAnswer() throws Exception {
        installCitus();
        proxied.line.cut();
        assertThatThrownBy(() -> sent(writes)).isNotNull();
        proxied.line.join();

        assertThat(sent(writes)).isEqualTo(REWRITTEN);
    }

    @Test
    void aReadinessCheckNoticesCitus() throws Exception {
        assertThat(sent(writes)).isEqualTo(STATEMENT);
        installCitus();

        assertThat(readiness()).isEqualTo(HealthCheckResponse.Status.UP);
        assertThat(sent(writes)).isEqualTo(REWRITTEN);
    }

    /** Without an extension: only the name of the table matters. */
    private void installCitus() throws SQLException {
        proxied.database.run("create table pg_dist_node ()");
    }

    private HealthCheckResponse.Status readiness() {
        var readiness = new DatabaseReadiness(writes, writes, PatientBounds.read(), new OutageLog(), citus);
        return readiness.call().await().indefinitely().getStatus();
    }

    private String sentOnAConnection() {
        return writes.withConnection(connection -> connection
                        .preparedQuery(STATEMENT)
                        .execute(Tuple.of("t"))
                        .map(rows -> rows.iterator().next().getString(0)))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static String sent(SqlClient client) {
        return done(client.preparedQuery(STATEMENT).execute(Tuple.of("t")))
                .iterator()
                .next()
                .getString(0);
    }

    private static <T> T done(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
