package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Scope;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Storm;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** An operator at work while callers are. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OperatorStormTest {
    private static final int USERS = 40;
    private static final int EVERY = 50;

    final Tenant tenant = Tenant.create();
    final Storm storm = new Storm(tenant.apiKey());
    final Commands commands = Commands.onTestDatabase(Clock.systemUTC());

    @TempDir
    private Path folder;

    @AfterEach
    void tellHowManyThereWere(TestInfo test, TestReporter reporter) {
        reporter.publishEntry(test.getDisplayName(), storm.toString());
        storm.close();
    }

    /** One of them imports; the others change and delete the same users, and all try again where they are asked to. */
    @Test
    void importsWhileCallersWriteTheSameUsers() throws Exception {
        Path file = Files.writeString(
                folder.resolve("users.ndjson"),
                IntStream.range(0, USERS).mapToObj(this::line).collect(Collectors.joining("\n", "", "\n")));
        String rejects = folder.resolve("rejects").toString();
        String[] arguments = {"import", "--tenant", tenant.id(), "--rejects", rejects, "--batch", "7", file.toString()};
        var drawn = new AtomicInteger();

        storm.rage(random -> {
            int user = random.nextInt(USERS);
            int what = random.nextInt(5);
            boolean imports = drawn.getAndIncrement() % EVERY == 0;
            return () -> {
                String path = "/api/users/u" + user;
                if (imports) {
                    return runUnlessAnotherDoes(arguments);
                }
                return switch (what) {
                    case 0 -> allowed(storm.delete(path), 204, 404);
                    case 1, 2 -> allowed(storm.put(path, line(user).replaceFirst("\"user_id\"[^,]*,", "")), 200, 201);
                    case 3 -> allowed(storm.put(path, "{\"emails\": []}"), 200, 201);
                    default ->
                        allowed(storm.patch(path + "/private_data", "{\"private_data\": {\"m\": 1}}", ""), 200, 404);
                };
            };
        });

        assertThat(commands.run(arguments).exitCode()).isZero();
        assertThat(Sql.list(
                        "select u.user_id from users u join emails e using (tenant_id, user_id)"
                                + " where tenant_id = ? and email = user_id || '@example.com'",
                        tenant.id()))
                .hasSize(USERS);
    }

    private String line(int user) {
        return "{\"user_id\": \"u%1$d\", \"emails\": [{\"email\": \"u%1$d@example.com\"}]}".formatted(user);
    }

    /** A tenant is imported into by one at a time, which the others are told. */
    private boolean runUnlessAnotherDoes(String... arguments) {
        Outcome outcome = commands.run(arguments);
        assertThat(outcome.exitCode() == 0 || outcome.err().contains("import"))
                .as(outcome.err())
                .isTrue();
        return outcome.exitCode() == 0;
    }

    @Test
    void rotatesAKeyWithoutRefusingIt() throws Exception {
        String user = tenant.user();
        var current = new AtomicReference<>(tenant.key(Scope.ALL));
        var drawn = new AtomicInteger();

        storm.rage(_ -> {
            boolean rotates = drawn.getAndIncrement() % EVERY == 0;
            return () -> {
                if (rotates) {
                    rotate(current);
                }
                String key = current.get().reveal();
                return allowed(storm.send(key, "GET", "/api/users/" + user + "/sessions", "", ""), 200, 200);
            };
        });

        assertThat(Sql.list("select key_id from api_keys where tenant_id = ? and expires_at is null", tenant.id()))
                .as("the first key of the tenant, and the last of those that followed one another")
                .hasSize(2)
                .contains(current.get().keyId());
    }

    private synchronized void rotate(AtomicReference<ApiKey> current) {
        Outcome outcome = commands.run("key", "rotate", current.get().keyId(), "--overlap", "PT1H");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        current.set(ApiKey.parse(outcome.onlyLine()).orElseThrow());
    }

    private static boolean allowed(Storm.Answer answer, int... statuses) {
        assertThat(List.of(answer.status()))
                .isSubsetOf(IntStream.of(statuses).boxed().toList());
        return true;
    }
}
