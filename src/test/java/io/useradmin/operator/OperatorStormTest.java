package io.useradmin.operator;

import static io.useradmin.testsupport.Api.withKey;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.apikey.Scope;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.History;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Storm;
import io.useradmin.testsupport.Storm.Answer;
import io.useradmin.testsupport.Storm.Span;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run concurrently with HTTP requests. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@ExtendWith(Storm.SeedOfFailures.class)
class OperatorStormTest {
    private static final int USERS = 40;
    private static final int EVERY = 50;

    final Tenant tenant = Tenant.create();
    final Storm storm = new Storm(tenant.apiKey());
    final Commands commands = Commands.onTestDatabase(Clock.systemUTC());

    @TempDir
    private Path folder;

    @AfterEach
    void endStorm(TestInfo test) throws Exception {
        storm.end(test);
    }

    /**
     * Imports run while HTTP clients change and delete the same users. For each user, an import must take effect at a single
     * moment between its start and its end. The state is the user's name.
     */
    @Test
    void importsWhileCallersWriteTheSameUsers() throws Exception {
        var drawn = new AtomicInteger();
        var history = new History<String>();

        storm.runConcurrently(random -> {
            int number = drawn.getAndIncrement();
            String user = "u" + random.nextInt(USERS);
            String name = "n" + number;
            int what = random.nextInt(5);
            boolean imports = number % EVERY == 0;
            return () -> {
                if (imports) {
                    return importAll(history, name);
                }
                return switch (what) {
                    case 0 -> delete(history, user);
                    case 1, 2 -> put(history, user, name);
                    case 3 -> read(history, user);
                    default ->
                        storm.patch("/api/users/" + user + "/private_data", "{\"private_data\": {\"m\": 1}}")
                                .as(200, 404);
                };
            };
        });

        assertThat(importAll(history, "last")).isTrue();
        for (int user = 0; user < USERS; user++) {
            read(history, "u" + user);
        }
        history.assertSerial("");
        assertThat(Sql.list(
                        "select u.user_id from users u join emails e using (tenant_id, user_id)"
                                + " where tenant_id = ? and u.name = 'last' and email = user_id || '@example.com'",
                        tenant.id()))
                .hasSize(USERS);
    }

    private boolean importAll(History<String> history, String name) throws Exception {
        Path file = Files.writeString(
                folder.resolve(name + ".ndjson"),
                IntStream.range(0, USERS)
                        .mapToObj(user -> "{\"user_id\": \"u" + user + "\", "
                                + body("u" + user, name).substring(1))
                        .collect(Collectors.joining("\n", "", "\n")));
        String rejects = folder.resolve(name).toString();
        long began = System.nanoTime();
        boolean done = runUnlessAnotherDoes(
                "import", "--tenant", tenant.id(), "--rejects", rejects, "--batch", "7", file.toString());
        Span when = Span.since(began);
        if (done) {
            IntStream.range(0, USERS)
                    .forEach(user -> history.done("u" + user, "imported " + name, when, _ -> true, _ -> name));
        }
        return done;
    }

    private Answer put(History<String> history, String user, String name) throws Exception {
        Answer answer = storm.put("/api/users/" + user, body(user, name)).as(200, 201);
        boolean isNew = answer.status() == 201;
        history.done(user, "put " + name + " " + isNew, answer.when(), before -> before.isEmpty() == isNew, _ -> name);
        return answer;
    }

    private Answer delete(History<String> history, String user) throws Exception {
        Answer answer = storm.delete("/api/users/" + user).as(204, 404);
        if (answer.status() == 404) {
            history.observed(user, "not deleted", answer.when(), String::isEmpty);
        } else {
            history.done(user, "deleted", answer.when(), before -> !before.isEmpty(), _ -> "");
        }
        return answer;
    }

    private Answer read(History<String> history, String user) throws Exception {
        Answer answer = storm.get("/api/users/" + user).as(200, 404);
        String name =
                answer.status() == 404 ? "" : answer.json().at("/claims/name").asText();
        history.observed(user, "read " + name, answer.when(), name::equals);
        return answer;
    }

    private static String body(String user, String name) {
        return "{\"claims\": {\"name\": \"%s\"}, \"emails\": [{\"email\": \"%s@example.com\"}]}".formatted(name, user);
    }

    /** Only one import into a tenant runs at a time. A second one fails with a message. */
    private boolean runUnlessAnotherDoes(String... arguments) {
        Outcome outcome = commands.run(arguments);
        assertThat(outcome.exitCode() == 0 || outcome.err().contains("import"))
                .as(outcome.err())
                .isTrue();
        return outcome.exitCode() == 0;
    }

    /** A new key is valid as soon as the command prints it. Earlier keys stay valid until their overlap ends. */
    @Test
    void rotatesAKeyWithoutRefusingIt() throws Exception {
        String user = tenant.user();
        List<ApiKey> keys = new CopyOnWriteArrayList<>(List.of(tenant.key(Scope.ALL)));
        var drawn = new AtomicInteger();

        storm.runConcurrently(random -> {
            boolean rotates = drawn.getAndIncrement() % EVERY == 0;
            double which = random.nextDouble();
            return () -> {
                if (rotates) {
                    rotate(keys);
                }
                String key = keys.get((int) (which * keys.size())).reveal();
                return storm.send(withKey(key), "GET", "/api/users/" + user + "/sessions")
                        .as(200);
            };
        });

        assertThat(Sql.list("select key_id from api_keys where tenant_id = ? and expires_at is null", tenant.id()))
                .as("the tenant's first key, and the last rotated one")
                .hasSize(2)
                .contains(keys.getLast().keyId());
    }

    private synchronized void rotate(List<ApiKey> keys) {
        Outcome outcome = commands.run("key", "rotate", keys.getLast().keyId(), "--overlap", "PT1H");
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        keys.add(ApiKey.parse(outcome.onlyLine()).orElseThrow());
    }
}
