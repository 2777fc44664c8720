package io.useradmin.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.History;
import io.useradmin.testsupport.Storm;
import io.useradmin.testsupport.Storm.Answer;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Like {@link SerialOrderTest}, for operations that change only a part of a user. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@ExtendWith(Storm.SeedOfFailures.class)
class NarrowWriteOrderTest {
    private static final long FAR = 32_503_680_000L;

    final Tenant tenant = Tenant.create();
    final Storm storm = new Storm(tenant.apiKey());

    @AfterEach
    void endStorm(TestInfo test) throws Exception {
        storm.end(test);
    }

    /** The primary entry and the verified entries. */
    private record Entries(String primary, Set<String> verified) {
        static Entries of(Answer answer) {
            return new Entries(String.join("+", ids(answer, "primary")), ids(answer, "verified"));
        }

        private static Set<String> ids(Answer answer, String member) {
            return answer.json()
                    .get("emails")
                    .valueStream()
                    .filter(email -> email.get(member).asBoolean())
                    .map(email -> email.get("id").asText())
                    .collect(Collectors.toSet());
        }

        Entries after(String action, String id) {
            Set<String> after = new HashSet<>(verified);
            return switch (action) {
                case "primary" -> new Entries(id, verified);
                case "verify" -> {
                    after.add(id);
                    yield new Entries(primary, after);
                }
                default -> {
                    after.remove(id);
                    yield new Entries(primary, after);
                }
            };
        }
    }

    @Test
    void exactlyOneEntryIsThePrimaryOne() throws Exception {
        List<String> users = Stream.of(tenant.user(), tenant.user()).toList();
        for (String user : users) {
            storm.put("/api/users/" + user, """
                    {"emails": [{"id": "a", "email": "a-%1$s@example.com", "primary": true},
                                {"id": "b", "email": "b-%1$s@example.com"}, {"id": "c", "email": "c-%1$s@example.com"}]}""".formatted(user)).as(200);
        }
        var history = new History<Entries>();

        storm.runConcurrently(random -> {
            String path = "/api/users/" + pick(random, users);
            String id = pick(random, List.of("a", "b", "c"));
            String action = pick(random, List.of("primary", "primary", "verify", "unverify", "read"));
            return () -> action.equals("read") ? read(history, path) : change(history, path, id, action);
        });

        for (String user : users) {
            read(history, "/api/users/" + user);
        }
        history.assertSerial(new Entries("a", Set.of()));
    }

    private Answer change(History<Entries> history, String path, String id, String action) throws Exception {
        Answer answer = storm.post(path + "/emails/" + id + "/" + action).as(200);
        Entries after = Entries.of(answer);
        history.done(
                path,
                action + " " + id + " " + after,
                answer.when(),
                before -> before.after(action, id).equals(after),
                _ -> after);
        return answer;
    }

    private Answer read(History<Entries> history, String path) throws Exception {
        Answer answer = storm.get(path).as(200);
        Entries read = Entries.of(answer);
        assertThat(read.primary()).hasSize(1);
        history.observed(path, "read " + read, answer.when(), read::equals);
        return answer;
    }

    /** Whether a user is disabled, and the active sessions. */
    private record Access(boolean disabled, Set<String> sessions) {
        Access with(String session) {
            Set<String> more = new HashSet<>(sessions);
            more.add(session);
            return new Access(disabled, more);
        }
    }

    @Test
    void concurrentRefreshesAndDisabling() throws Exception {
        List<String> users = Stream.of(tenant.user(), tenant.user())
                .map(user -> "/api/users/" + user)
                .toList();
        var history = new History<Access>();

        storm.runConcurrently(random -> {
            String path = pick(random, users);
            String session = pick(random, List.of("1", "2"));
            return switch (random.nextInt(6)) {
                case 0 -> () -> disable(history, path);
                case 1 -> () -> enable(history, path);
                case 2 -> () -> readSession(history, path, session);
                default -> () -> refresh(history, path, session);
            };
        });

        for (String path : users) {
            readSession(history, path, "1");
            readSession(history, path, "2");
        }
        history.assertSerial(new Access(false, Set.of()));
    }

    private Answer disable(History<Access> history, String path) throws Exception {
        Answer answer = storm.post(path + "/disable").as(200);
        assertThat(answer.json().get("disabled").asBoolean()).isTrue();
        history.done(path, "disabled", answer.when(), _ -> true, _ -> new Access(true, Set.of()));
        return answer;
    }

    private Answer enable(History<Access> history, String path) throws Exception {
        Answer answer = storm.post(path + "/enable").as(200);
        assertThat(answer.json().get("disabled").asBoolean()).isFalse();
        history.done(path, "enabled", answer.when(), _ -> true, before -> new Access(false, before.sessions()));
        return answer;
    }

    private Answer refresh(History<Access> history, String path, String session) throws Exception {
        Answer answer = storm.put(
                        path + "/sessions/" + session, "{\"session_key\": \"k\", \"expires_at\": %d}".formatted(FAR))
                .as(200, 201);
        boolean isNew = answer.status() == 201;
        history.done(
                path,
                "refreshed " + session + " " + isNew,
                answer.when(),
                before -> before.sessions().contains(session) != isNew,
                before -> before.with(session));
        return answer;
    }

    private Answer readSession(History<Access> history, String path, String session) throws Exception {
        Answer answer = storm.get(path + "/sessions/" + session).as(200, 404);
        boolean lives = answer.status() == 200;
        history.observed(
                path,
                session + " lives: " + lives,
                answer.when(),
                before -> before.sessions().contains(session) == lives);
        return answer;
    }

    /** The state is the user who has the address; empty if nobody has. */
    @Test
    void anAddressIsClaimedByManyUsers() throws Exception {
        List<String> users = Stream.generate(tenant::user).limit(3).toList();
        for (String user : users) {
            tenant.email(user, user + "@example.com", true);
        }
        List<String> addresses =
                Stream.of("1", "2", "3").map(number -> number + "@example.org").toList();
        var history = new History<String>();
        Map<String, String> ids = new ConcurrentHashMap<>();

        storm.runConcurrently(random -> {
            String user = pick(random, users);
            String address = pick(random, addresses);
            return random.nextInt(3) == 0
                    ? () -> giveUp(history, user, address, ids)
                    : () -> claim(history, user, address, ids);
        });

        history.assertSerial("");
    }

    private Answer claim(History<String> history, String user, String address, Map<String, String> ids)
            throws Exception {
        Answer answer = storm.post("/api/users/" + user + "/emails", "{\"email\": \"" + address + "\"}")
                .as(200, 409);
        if (answer.status() == 409) {
            history.observed(
                    address, user + " refused", answer.when(), before -> !before.isEmpty() && !before.equals(user));
        } else {
            String id = answer.json()
                    .get("emails")
                    .valueStream()
                    .filter(email -> email.get("email").asText().equals(address))
                    .map(email -> email.get("id").asText())
                    .findFirst()
                    .orElseThrow();
            ids.put(user + address, id);
            history.done(
                    address,
                    user + " claimed",
                    answer.when(),
                    before -> before.isEmpty() || before.equals(user),
                    _ -> user);
        }
        return answer;
    }

    /** A 404 proves nothing: the id may be that of an earlier, removed entry. */
    private Answer giveUp(History<String> history, String user, String address, Map<String, String> ids)
            throws Exception {
        String id = ids.getOrDefault(user + address, "none");
        Answer answer = storm.delete("/api/users/" + user + "/emails/" + id).as(200, 404);
        if (answer.status() == 200) {
            history.done(address, user + " gave up", answer.when(), user::equals, _ -> "");
        }
        return answer;
    }

    private static <T> T pick(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
