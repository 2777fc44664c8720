package io.useradmin.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.History;
import io.useradmin.testsupport.Storm;
import io.useradmin.testsupport.Storm.Answer;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The responses to concurrent calls are those of some serial order ({@link History}). Every write has its own value, so a read
 * shows which write it saw. The last read shows the final state.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@ExtendWith(Storm.SeedOfFailures.class)
class SerialOrderTest {
    private static final long FAR = 32_503_680_000L;
    private static final List<String> USERS =
            Stream.of("a", "b", "c", "d", "e").map(user -> "/api/users/" + user).toList();

    final Tenant tenant = Tenant.create();
    final Storm storm = new Storm(tenant.apiKey());
    final AtomicInteger values = new AtomicInteger();

    @AfterEach
    void endStorm(TestInfo test) throws Exception {
        storm.end(test);
    }

    /** The state is the session's key; empty if there is no session. */
    @Test
    void concurrentRefreshesAndRevocations() throws Exception {
        List<String> paths = Stream.of(tenant.user(), tenant.user())
                .flatMap(user -> Stream.of("1", "2", "3").map(id -> "/api/users/" + user + "/sessions/" + id))
                .toList();
        var history = new History<String>();

        storm.runConcurrently(random -> {
            String path = pick(random, paths);
            String key = "key-" + values.incrementAndGet();
            return switch (random.nextInt(5)) {
                case 0 -> () -> revoke(history, path);
                case 1 -> () -> readSession(history, path);
                case 2 -> () -> revokeAll(history, path.replaceFirst("/[0-9]$", ""), paths);
                default -> () -> refresh(history, path, key);
            };
        });

        for (String path : paths) {
            readSession(history, path);
        }
        history.assertSerial("");
    }

    private Answer refresh(History<String> history, String path, String key) throws Exception {
        String body = "{\"session_key\": \"%s\", \"expires_at\": %d}".formatted(key, FAR);
        Answer answer = storm.put(path, body).as(200, 201);
        boolean isNew = answer.status() == 201;
        history.done(path, key + " " + isNew, answer.when(), before -> before.isEmpty() == isNew, _ -> key);
        return answer;
    }

    private Answer revoke(History<String> history, String path) throws Exception {
        Answer answer = storm.delete(path).as(204, 404);
        if (answer.status() == 404) {
            history.observed(path, "not revoked", answer.when(), String::isEmpty);
        } else {
            history.done(path, "revoked", answer.when(), before -> !before.isEmpty(), _ -> "");
        }
        return answer;
    }

    private Answer revokeAll(History<String> history, String sessions, List<String> paths) throws Exception {
        Answer answer = storm.post(sessions + "/revoke", "{}").as(200);
        List<String> revoked = answer.texts("/session_ids", "");
        for (String path :
                paths.stream().filter(each -> each.startsWith(sessions)).toList()) {
            if (revoked.contains(path.substring(sessions.length() + 1))) {
                history.done(path, "revoked with all", answer.when(), before -> !before.isEmpty(), _ -> "");
            } else {
                history.observed(path, "not revoked with all", answer.when(), String::isEmpty);
            }
        }
        return answer;
    }

    private Answer readSession(History<String> history, String path) throws Exception {
        Answer answer = storm.get(path).as(200, 404);
        String key =
                answer.status() == 404 ? "" : answer.json().at("/session_key").asText();
        history.observed(path, "read " + key, answer.when(), key::equals);
        return answer;
    }

    /** The state of an IP address. */
    private record Access(int logins, boolean isBlocked) {
        static final Access NONE = new Access(0, false);

        Access unblocked() {
            return new Access(logins, false);
        }
    }

    @Test
    void concurrentBlocksAndUnblocks() throws Exception {
        List<String> users = List.of(tenant.user(), tenant.user(), tenant.user());
        List<String> ips = List.of("192.0.2.1", "2001:db8::1");
        var history = new History<Access>();

        storm.runConcurrently(random -> {
            String path = "/api/users/" + pick(random, users) + "/blocked_ips";
            String ip = pick(random, ips);
            int logins = values.incrementAndGet();
            return switch (random.nextInt(6)) {
                case 0 -> () -> unblock(history, path, ip);
                case 1 -> () -> unblockAll(history, path, ips);
                case 2 -> () -> readBlocked(history, path, ips);
                default -> () -> block(history, path, ip, logins);
            };
        });

        for (String user : users) {
            readBlocked(history, "/api/users/" + user + "/blocked_ips", ips);
        }
        history.assertSerial(Access.NONE);
    }

    private Answer block(History<Access> history, String path, String ip, int logins) throws Exception {
        String body = "{\"login_count\": %d, \"failure_count\": 7, \"last_login_attempt\": 1, \"block_until\": %d}"
                .formatted(logins, FAR);
        Answer answer = storm.put(path + "/" + ip, body).as(200, 201);
        boolean isNew = answer.status() == 201;
        var after = new Access(logins, true);
        history.done(
                path + ip,
                after + " " + isNew,
                answer.when(),
                before -> before.equals(Access.NONE) == isNew,
                _ -> after);
        return answer;
    }

    private Answer unblock(History<Access> history, String path, String ip) throws Exception {
        Answer answer = storm.post(path + "/unblock", "{\"ip_address\": \"" + ip + "\"}")
                .as(200, 404);
        if (answer.status() == 404) {
            history.observed(path + ip, "not unblocked", answer.when(), before -> !before.isBlocked());
        } else {
            history.done(path + ip, "unblocked", answer.when(), Access::isBlocked, Access::unblocked);
        }
        return answer;
    }

    private Answer unblockAll(History<Access> history, String path, List<String> ips) throws Exception {
        Answer answer =
                storm.post(path + "/unblock", "{\"ip_address\": \"all\"}").as(200);
        ips.forEach(ip -> history.done(path + ip, "all unblocked", answer.when(), _ -> true, Access::unblocked));
        return answer;
    }

    private Answer readBlocked(History<Access> history, String path, List<String> ips) throws Exception {
        Answer answer = storm.get(path).as(200);
        Map<String, Access> blocked = answer.json()
                .valueStream()
                .collect(Collectors.toMap(
                        entry -> entry.get("ip").asText(),
                        entry -> new Access(entry.get("login_count").asInt(), true)));
        ips.forEach(ip -> history.observed(
                path + ip,
                "read " + blocked,
                answer.when(),
                before -> before.isBlocked() ? before.equals(blocked.get(ip)) : !blocked.containsKey(ip)));
        return answer;
    }

    /** The compared parts of a user. Without a user, the name is empty. */
    private record Profile(String name, Set<String> identities) {
        static final Profile NONE = new Profile("", Set.of());

        static Profile of(Answer answer) {
            if (answer.status() == 404) {
                return NONE;
            }
            String name = answer.json().at("/claims/name").asText();
            return new Profile(name, Set.copyOf(answer.texts("/idps", "/provider_user_id")));
        }

        boolean has(String identity) {
            return identities.contains(identity);
        }

        Profile without(String identity) {
            return new Profile(name, SerialOrderTest.without(identities, identity));
        }

        String json() {
            return identities.stream()
                    .map(id -> "{\"authenticator\": \"google\", \"provider_user_id\": \"" + id + "\"}")
                    .collect(Collectors.joining(", ", "{\"claims\": {\"name\": \"" + name + "\"}, \"idps\": [", "]}"));
        }
    }

    @Test
    void concurrentPutsDisconnectsAndDeletions() throws Exception {
        var history = new History<Profile>();

        storm.runConcurrently(random -> {
            String path = pick(random, USERS);
            List<String> identities = List.of(path + "-1", path + "-2");
            String identity = pick(random, identities);
            var put = new Profile("n" + values.incrementAndGet(), Set.copyOf(identities.subList(0, random.nextInt(3))));
            return switch (random.nextInt(8)) {
                case 0 -> () -> delete(history, path, Profile.NONE);
                case 1, 2, 3 -> () -> disconnect(history, path, identity);
                case 4 -> () -> readUser(history, path);
                default -> () -> put(history, path, put);
            };
        });

        for (String path : USERS) {
            readUser(history, path);
        }
        history.assertSerial(Profile.NONE);
    }

    private Answer put(History<Profile> history, String path, Profile put) throws Exception {
        Answer answer = storm.put(path, put.json()).as(200, 201);
        assertThat(Profile.of(answer)).isEqualTo(put);
        boolean isNew = answer.status() == 201;
        history.done(path, put + " " + isNew, answer.when(), before -> before.equals(Profile.NONE) == isNew, _ -> put);
        return answer;
    }

    /** {@code none} is the state of a deleted user. */
    private <S> Answer delete(History<S> history, String path, S none) throws Exception {
        Answer answer = storm.delete(path).as(204, 404);
        if (answer.status() == 404) {
            history.observed(path, "not deleted", answer.when(), none::equals);
        } else {
            history.done(path, "deleted", answer.when(), before -> !before.equals(none), _ -> none);
        }
        return answer;
    }

    private Answer disconnect(History<Profile> history, String path, String identity) throws Exception {
        String body = "{\"authenticator\": \"google\", \"provider_user_id\": \"" + identity + "\"}";
        Answer answer =
                storm.post(path + "/external_authenticator/disconnect", body).as(200, 404);
        if (answer.status() == 404) {
            history.observed(path, "not connected with " + identity, answer.when(), before -> !before.has(identity));
        } else {
            Profile after = Profile.of(answer);
            history.done(
                    path,
                    "disconnected " + identity + ": " + after,
                    answer.when(),
                    before -> before.has(identity) && before.without(identity).equals(after),
                    _ -> after);
        }
        return answer;
    }

    private Answer readUser(History<Profile> history, String path) throws Exception {
        Answer answer = storm.get(path).as(200, 404);
        Profile read = Profile.of(answer);
        history.observed(path, "read " + read, answer.when(), read::equals);
        return answer;
    }

    /** The state is the document; empty if there is no user, because every existing user has the member {@code v}. */
    @Test
    void concurrentPatchesPutsAndDeletionsOfDocuments() throws Exception {
        var history = new History<Map<String, Integer>>();

        storm.runConcurrently(random -> {
            String path = pick(random, USERS);
            String member = pick(random, List.of("a", "b"));
            int value = values.incrementAndGet();
            return switch (random.nextInt(10)) {
                case 0 -> () -> delete(history, path, Map.of());
                case 1, 2 -> () -> putDocument(history, path, value);
                case 3 -> () -> readDocument(history, path);
                case 4 -> () -> patch(history, path, member, Optional.empty());
                default -> () -> patch(history, path, member, Optional.of(value));
            };
        });

        for (String path : USERS) {
            readDocument(history, path);
        }
        history.assertSerial(Map.of());
    }

    private Answer putDocument(History<Map<String, Integer>> history, String path, int value) throws Exception {
        Answer answer =
                storm.put(path, "{\"public_data\": {\"v\": " + value + "}}").as(200, 201);
        boolean isNew = answer.status() == 201;
        history.done(
                path, value + " " + isNew, answer.when(), before -> before.isEmpty() == isNew, _ -> Map.of("v", value));
        return answer;
    }

    private Answer patch(History<Map<String, Integer>> history, String path, String member, Optional<Integer> value)
            throws Exception {
        String body = "{\"public_data\": {\"%s\": %s}}"
                .formatted(member, value.map(String::valueOf).orElse("null"));
        Answer answer = storm.patch(path + "/public_data", body).as(200, 404);
        if (answer.status() == 404) {
            history.observed(path, "not patched", answer.when(), Map::isEmpty);
        } else {
            Map<String, Integer> after = document(answer);
            history.done(
                    path,
                    body + " " + after,
                    answer.when(),
                    before ->
                            !before.isEmpty() && patched(before, member, value).equals(after),
                    _ -> after);
        }
        return answer;
    }

    private static Map<String, Integer> patched(Map<String, Integer> before, String member, Optional<Integer> value) {
        Map<String, Integer> after = new HashMap<>(before);
        value.ifPresentOrElse(given -> after.put(member, given), () -> after.remove(member));
        return after;
    }

    private Answer readDocument(History<Map<String, Integer>> history, String path) throws Exception {
        Answer answer = storm.get(path + "/public_data").as(200, 404);
        Map<String, Integer> read = document(answer);
        history.observed(path, "read " + read, answer.when(), read::equals);
        return answer;
    }

    private static Map<String, Integer> document(Answer answer) {
        return answer.status() == 404
                ? Map.of()
                : answer.json()
                        .get("public_data")
                        .propertyStream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, member -> member.getValue().asInt()));
    }

    /** The state is the group and its members; empty if there is no group. */
    @Test
    void concurrentAssignmentsAndDeletionsOfGroups() throws Exception {
        List<String> users = List.of(tenant.user(), tenant.user());
        List<String> groups = List.of("g1", "g2", "g3", "g4", "g5");
        var history = new History<Set<String>>();

        storm.runConcurrently(random -> {
            String group = pick(random, groups);
            String user = pick(random, users);
            return switch (random.nextInt(10)) {
                case 0, 1 -> () -> deleteGroup(history, group);
                case 2, 3 -> () -> putGroup(history, group);
                case 4 -> () -> remove(history, user, group);
                case 5 -> () -> readGroups(history, user, groups);
                default -> () -> assign(history, user, group);
            };
        });

        for (String user : users) {
            readGroups(history, user, groups);
        }
        history.assertSerial(Set.of());
    }

    private Answer putGroup(History<Set<String>> history, String group) throws Exception {
        Answer answer = storm.put("/api/groups/" + group, "{\"name\": \"G\"}").as(200, 201);
        if (answer.status() == 200) {
            history.observed(group, "there already", answer.when(), before -> !before.isEmpty());
        } else {
            history.done(group, "put", answer.when(), Set::isEmpty, _ -> Set.of(group));
        }
        return answer;
    }

    private Answer deleteGroup(History<Set<String>> history, String group) throws Exception {
        Answer answer = storm.delete("/api/groups/" + group).as(204, 404);
        if (answer.status() == 404) {
            history.observed(group, "not deleted", answer.when(), Set::isEmpty);
        } else {
            history.done(group, "deleted", answer.when(), before -> !before.isEmpty(), _ -> Set.of());
        }
        return answer;
    }

    private Answer assign(History<Set<String>> history, String user, String group) throws Exception {
        Answer answer = storm.post("/api/users/" + user + "/groups/" + group).as(201, 404);
        if (answer.status() == 404) {
            history.observed(group, user + " not assigned", answer.when(), Set::isEmpty);
        } else {
            history.done(
                    group,
                    user + " assigned",
                    answer.when(),
                    before -> !before.isEmpty(),
                    before -> with(before, user));
        }
        return answer;
    }

    private Answer remove(History<Set<String>> history, String user, String group) throws Exception {
        Answer answer = storm.delete("/api/users/" + user + "/groups/" + group).as(204, 404);
        if (answer.status() == 404) {
            history.observed(group, user + " not removed", answer.when(), before -> !before.contains(user));
        } else {
            history.done(
                    group,
                    user + " removed",
                    answer.when(),
                    before -> before.contains(user),
                    before -> without(before, user));
        }
        return answer;
    }

    private Answer readGroups(History<Set<String>> history, String user, List<String> groups) throws Exception {
        Answer answer = storm.get("/api/users/" + user + "/groups").as(200);
        List<String> read = answer.texts("", "/group_id");
        groups.forEach(group -> history.observed(
                group,
                user + " is in " + read,
                answer.when(),
                before -> before.contains(user) == read.contains(group)));
        return answer;
    }

    private static Set<String> with(Set<String> all, String one) {
        Set<String> more = new HashSet<>(all);
        more.add(one);
        return more;
    }

    private static Set<String> without(Set<String> all, String one) {
        Set<String> fewer = new HashSet<>(all);
        fewer.remove(one);
        return fewer;
    }

    private static <T> T pick(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
