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

/** Writes cannot take the connections of reads: every GET is answered while the pool has no connection left (ADR 10). */
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

    /** After the first use of the key, which is noted by a write. */
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

    /** All at a time: what waits for the pool does so for its whole time-out. */
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

    /** @param pastTheEnd of a page that a list does not have, whose total a statement of its own counts; others do not look at it */
    private record Answers(ApiOperation read, int status, int pastTheEnd) {}
}
