package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Operation;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * What every operation costs in round trips, as PostgreSQL counts them, against the budget in docs/architecture.md. A key that
 * is remembered costs none.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RoundTripsTest {
    private static final String ASKED = " from pg_stat_statements where query not like '%pg_stat_statements%'";

    final Tenant tenant = Tenant.create();
    final String user = Operation.userFor(tenant);

    @BeforeAll
    static void countStatements() {
        Sql.run("create extension if not exists pg_stat_statements");
    }

    /** The first use of a key looks it up and notes, in its own time, that it was used. */
    @BeforeEach
    void rememberTheKey() throws Exception {
        Operation.LIST_SESSIONS.send(tenant.apiKey(), user).then().statusCode(200);
        tenant.awaitUseOfAKey();
        Sql.list("select pg_stat_statements_reset()::text");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"UNBLOCK", "DISCONNECT"})
    void takesOneStatementAndNoTransactionAroundIt(Operation operation) {
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());

        assertThat(statements()).hasSize(1).noneMatch(statement -> statement.equals("BEGIN"));
    }

    /** Of sessions, of which the user has four. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 3, 1", "2, 4, 3"})
    void listsAndCountsInOneStatement(int page, int size, int budget) {
        for (int number = 1; number <= 3; number++) {
            tenant.session(user, "more-" + number);
        }
        Sql.list("select pg_stat_statements_reset()::text");

        as(tenant)
                .get("/api/users/{user}/sessions?page={page}&size={size}", user, page, size)
                .then()
                .statusCode(200);

        assertThat(statements()).hasSize(budget);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNBLOCK", "DISCONNECT"})
    void takesOneTransactionWhereStatementsMustStandTogether(Operation operation) {
        operation.send(tenant.apiKey(), user).then().statusCode(operation.success());

        int budget = operation == Operation.UNBLOCK ? 2 : 6;
        assertThat(statements()).hasSizeLessThanOrEqualTo(budget + 2).containsOnlyOnce("BEGIN", "COMMIT");
    }

    private static List<String> statements() {
        return Sql.list("select query from (select query, generate_series(1, calls)" + ASKED + ") as each");
    }
}
