package io.useradmin.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sends thousands of requests generated from the document. Every response and the data afterwards must match the document. The
 * same seed generates the same requests. docs/development.md describes longer runs.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FuzzTest {
    private static final int REQUESTS = Integer.getInteger("fuzz.requests", 3000);
    private static final long SEED = seed(System.getProperty("fuzz.seed", "20260101"));
    /** Enough findings to see a pattern. */
    private static final int MAX_FACTOR = 20;

    private static final int MAX_FINDINGS = 25;

    private final Contract contract = Contract.committed();
    private final List<Operation> additions = contract.operations().stream()
            .filter(operation -> operation.method().equals("PUT"))
            .toList();
    private final Oracle oracle = new Oracle(contract);
    private final Tally tally = new Tally();
    private final List<String> findings = new ArrayList<>();

    private static long seed(String given) {
        return given.equals("random") ? RandomGenerator.getDefault().nextLong() : Long.parseLong(given);
    }

    @Test
    void everyResponseMatchesTheDocument() throws IOException {
        Tenant tenant = Tenant.create();
        Tenant bystander = Tenant.create();
        ApiOperation.userFor(bystander);
        bystander.user("id-1", "{\"a\": 1}", "{\"b\": 2}");
        List<String> untouched = Snapshot.of(bystander);

        // Random bodies rarely create a key, so these keys exist from the start.
        Values.IDENTIFIERS.forEach(tenant::keyToManage);
        send(tenant);

        Files.writeString(Path.of("target", "fuzz.txt"), "seed " + SEED + ", requests " + REQUESTS + "\n" + tally);
        assertThat(findings).as("seed %d of %d requests", SEED, REQUESTS).isEmpty();
        assertThat(contract.operations()).extracting(Operation::id).isNotEmpty().allSatisfy(operation -> {
            assertThat(tally.count(operation, 2))
                    .as("successes of " + operation)
                    .isPositive();
            assertThat(tally.count(operation, 4)).as("refusals of " + operation).isPositive();
        });
        assertThat(Snapshot.of(bystander)).as("another tenant's rows").isEqualTo(untouched);
        assertDatabaseIsConsistent(tenant);
        assertThatEveryOperationStillSucceeds();
    }

    /**
     * Continues after the requested number while an operation has no success or no refusal yet. For some, this depends on luck.
     */
    private boolean continues(int number) {
        return number <= REQUESTS
                || (number <= MAX_FACTOR * REQUESTS && !untested().isEmpty());
    }

    /** Operations that have not succeeded or were not refused yet. */
    private List<Operation> untested() {
        return contract.operations().stream()
                .filter(operation -> tally.count(operation.id(), 2) == 0 || tally.count(operation.id(), 4) == 0)
                .toList();
    }

    private void send(Tenant tenant) throws IOException {
        Random random = new Random(SEED);
        Values values = new Values(contract, random);
        List<String> keys = List.of(
                tenant.key("groups:read").reveal(),
                tenant.expiringKey(Instant.EPOCH).reveal());
        RequestGenerator generator = new RequestGenerator(tenant.apiKey(), values, new Mutators(values, keys));
        try (HttpConnection connection = new HttpConnection(Api.port())) {
            String before = "nothing";
            for (int number = 1; continues(number) && findings.size() < MAX_FINDINGS; number++) {
                Operation operation = operation(number, values);
                Request request = generator.next(operation);
                try {
                    Answer answer = connection.exchange(request);
                    values.learnFrom(answer);
                    tally.add(
                            contract.operation(request.method, request.path)
                                    .map(Operation::id)
                                    .orElse("(none)"),
                            answer.status());
                    List<String> complaints = oracle.complaints(request, answer);
                    if (!complaints.isEmpty()) {
                        report(number, request, complaints + " in " + answer.status() + " " + answer.text());
                    }
                } catch (IOException noAnswer) {
                    report(number, request, noAnswer + " after " + before);
                }
                before = request.curl(Api.port());
            }
        }
    }

    /**
     * Picks an operation. Creates are more frequent than deletes, so that data exists. After the requested number of requests,
     * most are for untested operations.
     */
    private Operation operation(int number, Values values) {
        if (number > REQUESTS && values.chance(0.6)) {
            return values.pick(untested());
        }
        Operation operation = values.pick(contract.operations());
        boolean deletes = operation.id().equals("deleteUser") || operation.id().equals("deleteGroup");
        return deletes && values.chance(0.8) || values.chance(0.2) ? values.pick(additions) : operation;
    }

    private void report(int number, Request request, String complaint) {
        findings.add(
                "%nseed %d, request %d: %.2000s%n%s%n".formatted(SEED, number, complaint, request.curl(Api.port())));
    }

    /** Checks rules that no constraint of the schema enforces. */
    private static void assertDatabaseIsConsistent(Tenant tenant) {
        String id = "!~ '^[A-Za-z0-9_.:|@~+-]{1,128}$'";
        Stream.of(
                        "users where tenant_id = ? and user_id " + id,
                        "sessions where tenant_id = ? and session_id " + id,
                        "groups where tenant_id = ? and group_id " + id,
                        "users where tenant_id = ? and greatest(octet_length(public_data::text),"
                                + " octet_length(private_data::text)) > 65536",
                        "users where tenant_id = ? and not (created_at between 'epoch' and '10000-01-01Z')",
                        "users where tenant_id = ? and not (last_updated_at between 'epoch' and '10000-01-01Z')",
                        "sessions where tenant_id = ? and not (expires_at between 'epoch' and '10000-01-01Z')",
                        "ip_access where tenant_id = ? and not (last_login_attempt between 'epoch' and '10000-01-01Z')",
                        "pg_stat_activity where ? <> '' and state like 'idle in transaction%'"
                                + " and now() - state_change > interval '10 s'")
                .forEach(wrong -> assertThat(Sql.value("select count(*) from " + wrong, tenant.id()))
                        .as(wrong)
                        .isEqualTo("0"));
    }

    private static void assertThatEveryOperationStillSucceeds() {
        assertThat(ApiOperation.all()).allSatisfy(operation -> {
            Tenant fresh = Tenant.create();
            String user = ApiOperation.userFor(fresh);
            assertThat(operation.send(fresh.apiKey(), user).statusCode()).isEqualTo(operation.success());
        });
    }
}
