package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes cannot take the connections of reads: every GET succeeds while the pool of writes has no free connection (ADR 10). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ReadsBesideWritesTest {
    final Tenant tenant = Tenant.create();
    final String user = ApiOperation.userFor(tenant);

    @Inject
    Pool pool;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int poolSize;

    private List<SqlConnection> taken = List.of();

    /** Uses the key first, because a write records the first use. */
    @BeforeEach
    void takeAllConnections() throws Exception {
        ApiOperation.named("getPublicData").send(tenant.apiKey(), user).then().statusCode(200);
        tenant.awaitUseOfAKey();
        taken = Stream.generate(pool::getConnectionAndAwait).limit(poolSize).toList();
    }

    @AfterEach
    void giveThemBack() {
        taken.forEach(SqlConnection::closeAndAwait);
    }

    /** All in parallel: a request that waits for the pool would wait for its whole timeout. */
    @Test
    void areAnswered() throws Exception {
        List<ApiOperation> reads = ApiOperation.all()
                .filter(operation -> operation.method().equals("GET"))
                .toList();

        List<Answers> answers = Concurrently.call(reads.stream()
                .<Callable<Answers>>map(read -> () -> answers(read))
                .toList());

        assertThat(answers)
                .isNotEmpty()
                .allSatisfy(each ->
                        assertThat(each).isEqualTo(new Answers(each.read, each.read.success(), each.read.success())));
    }

    private Answers answers(ApiOperation read) {
        return new Answers(
                read,
                read.send(tenant.apiKey(), user).statusCode(),
                as(tenant)
                        .get(read.target(user) + (read.target(user).contains("?") ? "&" : "?") + "page=9")
                        .statusCode());
    }

    /**
     * @param pastTheEnd status for a page after the end, where a list counts its total in a separate statement; other reads
     * ignore it
     */
    private record Answers(ApiOperation read, int status, int pastTheEnd) {}
}
