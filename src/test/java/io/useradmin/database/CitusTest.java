package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.shared.OutageLog;
import io.useradmin.shared.TenantNode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whether the pool for writes rewrites a statement. The statement returns its own text. */
class CitusTest {
    private static final String STATEMENT = "select current_query() from " + TenantNode.row("$1");
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
        return client.preparedQuery(STATEMENT)
                .execute(Tuple.of("t"))
                .map(rows -> rows.iterator().next().getString(0))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }
}
