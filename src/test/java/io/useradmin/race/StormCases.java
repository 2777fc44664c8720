package io.useradmin.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Storm;
import io.useradmin.testsupport.Storm.Answer;
import io.useradmin.testsupport.Tenant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever the order of concurrent requests: no acknowledged write is lost, nothing is half done, and no response is a 5xx. */
@ExtendWith(Storm.SeedOfFailures.class)
abstract class StormCases {
    private static final long FAR = 32_503_680_000L;

    final Tenant tenant = Tenant.create();
    Storm storm;

    @BeforeEach
    void createStorm() {
        storm = new Storm(tenant.apiKey(), part());
    }

    /** Only one of this many operations is sent. */
    int part() {
        return 1;
    }

    @AfterEach
    void leavesNothingOfDeletedUsers(TestInfo test) throws Exception {
        for (String table : Sql.list("select table_name from information_schema.columns where table_schema = 'public'"
                + " and column_name = 'user_id' and table_name not in ('users', 'events')")) {
            assertThat(Sql.list(
                            "select user_id from " + table + " r where tenant_id = ? and not exists (select 1 from"
                                    + " users u where u.tenant_id = r.tenant_id and u.user_id = r.user_id)",
                            tenant.id()))
                    .as(table)
                    .isEmpty();
        }
        storm.end(test);
    }

    @Test
    void patchesOfDifferentMembersAllSurvive() throws Exception {
        List<String> users = List.of(tenant.user(), tenant.user());
        var names = new AtomicInteger();
        Map<String, List<String>> acknowledged = new ConcurrentHashMap<>();

        storm.runConcurrently(random -> {
            String user = pick(random, users);
            String kind = pick(random, List.of("public_data", "private_data"));
            String name = "m" + names.incrementAndGet();
            return () -> {
                Answer answer = storm.patch(data(user, kind), "{\"%s\": {\"%s\": 1}}".formatted(kind, name));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body()).contains("\"" + name + "\"");
                return acknowledged
                        .computeIfAbsent(user + " " + kind, _ -> Collections.synchronizedList(new ArrayList<>()))
                        .add(name);
            };
        });

        acknowledged.forEach((where, expected) -> {
            String[] parts = where.split(" ");
            assertThat(Sql.list(
                            "select jsonb_object_keys(" + parts[1] + ") from users where tenant_id = ? and user_id = ?",
                            tenant.id(),
                            parts[0]))
                    .containsExactlyInAnyOrderElementsOf(expected);
        });
    }

    @Test
    void countersWithIfMatchAddUp() throws Exception {
        String user = tenant.user("{\"n\": 0}", "{}");
        String path = data(user, "public_data");

        List<Integer> added = storm.runConcurrently(random -> {
            int amount = random.nextInt(1, 10);
            return () -> {
                Answer read = storm.get(path);
                int value = read.json().at("/public_data/n").asInt();
                String body = "{\"public_data\": {\"n\": %d}}".formatted(value + amount);
                Answer written = storm.patch(path, body, read.etag());
                assertThat(written.status()).isIn(200, 412);
                return written.status() == 200 ? amount : 0;
            };
        });

        assertThat(added.stream().mapToInt(Integer::intValue).sum())
                .isPositive()
                .isEqualTo(storm.get(path).json().at("/public_data/n").asInt());
    }

    /** A user who is created again under the same id is another user. An ETag of the deleted user never occurs again. */
    @Test
    void anETagIsNeverReusedAfterADeletion() throws Exception {
        List<String> users = List.of(tenant.user(), tenant.user());
        var names = new AtomicInteger();
        Map<String, String> documents = new ConcurrentHashMap<>();

        storm.runConcurrently(random -> {
            String user = pick(random, users);
            int what = random.nextInt(10);
            String name = "m" + names.incrementAndGet();
            return () -> {
                if (what == 0) {
                    assertThat(storm.delete("/api/users/" + user).status()).isIn(204, 404);
                } else if (what < 3) {
                    assertThat(storm.put("/api/users/" + user, "{\"claims\": {\"name\": \"" + name + "\"}}")
                                    .status())
                            .isIn(200, 201);
                } else {
                    Answer answer = storm.patch(data(user, "public_data"), "{\"public_data\": {\"" + name + "\": 1}}");
                    assertThat(answer.status()).isIn(200, 404);
                    if (answer.status() == 200) {
                        assertThat(answer.body()).contains(name);
                        assertThat(documents.putIfAbsent(user + answer.etag(), answer.body()))
                                .isIn(null, answer.body());
                    }
                }
                return what;
            };
        });

        assertThat(documents).isNotEmpty();
    }

    @Test
    void createdSessionsExistUntilRevoked() throws Exception {
        String user = tenant.user();
        var keys = new AtomicInteger();
        Map<String, AtomicInteger> alive = new ConcurrentHashMap<>();

        storm.runConcurrently(random -> {
            String session = "s" + random.nextInt(4);
            String path = "/api/users/" + user + "/sessions/" + session;
            boolean ends = random.nextInt(3) == 0;
            String body = "{\"session_key\": \"k%d\", \"expires_at\": %d}".formatted(keys.incrementAndGet(), FAR);
            return () -> {
                int status = ends
                        ? storm.delete(path).status()
                        : storm.put(path, body).status();
                assertThat(status).isIn(ends ? List.of(204, 404) : List.of(200, 201));
                return alive.computeIfAbsent(session, _ -> new AtomicInteger())
                        .addAndGet(status == 201 ? 1 : status == 204 ? -1 : 0);
            };
        });

        assertThat(Sql.list("select session_id from sessions where tenant_id = ?", tenant.id()))
                .containsExactlyInAnyOrderElementsOf(existing(alive));
    }

    @Test
    void addressesAreEitherBlockedOrUnblocked() throws Exception {
        String user = tenant.user();
        var counts = new AtomicInteger();
        var created = new AtomicInteger();

        storm.runConcurrently(random -> {
            String ip = "192.0.2." + random.nextInt(1, 5);
            int what = random.nextInt(4);
            String put = "{\"login_count\": %d, \"failure_count\": 7, \"last_login_attempt\": 1, \"block_until\": %d}"
                    .formatted(counts.incrementAndGet(), FAR);
            return () -> {
                if (what < 2) {
                    int status = storm.put("/api/users/" + user + "/blocked_ips/" + ip, put)
                            .status();
                    assertThat(status).isIn(200, 201);
                    return status == 201 ? created.incrementAndGet() : 0;
                }
                String which = what == 2 ? ip : "all";
                int status = storm.post(
                                "/api/users/" + user + "/blocked_ips/unblock", "{\"ip_address\": \"" + which + "\"}")
                        .status();
                assertThat(status).isIn(which.equals("all") ? List.of(200) : List.of(200, 404));
                return 0;
            };
        });

        assertThat(Sql.list("select ip from ip_access where tenant_id = ?", tenant.id()))
                .hasSize(created.get());
        assertThat(Sql.list(
                        "select ip from ip_access where tenant_id = ? and (block_until is null) <> (failure_count = 0)",
                        tenant.id()))
                .isEmpty();
    }

    @Test
    void createdGroupsExistUntilDeleted() throws Exception {
        List<String> users = List.of(tenant.user(), tenant.user(), tenant.user());
        Map<String, AtomicInteger> alive = new ConcurrentHashMap<>();

        storm.runConcurrently(random -> {
            String group = "g" + random.nextInt(3);
            String member = "/api/users/" + pick(random, users);
            int what = random.nextInt(10);
            return () -> switch (what) {
                case 0 -> count(alive, group, -1, storm.delete("/api/groups/" + group), 204, 404);
                case 1, 2 -> count(alive, group, 1, storm.put("/api/groups/" + group, "{\"name\": \"G\"}"), 201, 200);
                case 3 -> count(alive, "", 0, storm.delete(member + "/groups/" + group), 204, 404);
                case 4 -> count(alive, "", 0, storm.delete(member), 204, 404);
                case 5 -> count(alive, "", 0, storm.put(member, "{}"), 201, 200);
                default -> count(alive, "", 0, storm.post(member + "/groups/" + group), 201, 404);
            };
        });
        alive.remove("");

        assertThat(Sql.list("select group_id from groups where tenant_id = ?", tenant.id()))
                .containsExactlyInAnyOrderElementsOf(existing(alive));
        assertThat(Sql.list("select group_id from group_members where tenant_id = ?", tenant.id()))
                .isSubsetOf(existing(alive));
    }

    /** An email address names the provider exactly as long as the user has an identity of this provider. */
    @Test
    void disconnectionsLeaveNoNameOfAProviderBehind() throws Exception {
        String user = tenant.user();
        String connected = """
                {"emails": [{"email": "aino@example.com", "idps": ["google"]}],
                 "idps": [{"authenticator": "google", "provider_user_id": "g1"},
                          {"authenticator": "google", "provider_user_id": "g2"}]}""";

        storm.runConcurrently(random -> {
            boolean puts = random.nextInt(3) == 0;
            String identity =
                    "{\"authenticator\": \"google\", \"provider_user_id\": \"g%d\"}".formatted(random.nextInt(1, 3));
            return () -> {
                Answer answer = puts
                        ? storm.put("/api/users/" + user, connected)
                        : storm.post("/api/users/" + user + "/external_authenticator/disconnect", identity);
                assertThat(answer.status()).isIn(200, puts ? 200 : 404);
                if (answer.status() == 200) {
                    assertProviderMatchesIdentities(answer);
                }
                return answer;
            };
        });

        assertProviderMatchesIdentities(storm.get("/api/users/" + user));
    }

    private static void assertProviderMatchesIdentities(Answer user) {
        assertThat(user.texts("/emails/0/idps", "").contains("google"))
                .isEqualTo(!user.texts("/idps", "").isEmpty());
    }

    /** Users who take each other's addresses run into deadlocks, which PostgreSQL resolves. */
    @Test
    void anEmailAddressHasOneUserAndListsAreWrittenWhole() throws Exception {
        List<String> users = List.of(tenant.user(), tenant.user(), tenant.user());

        List<Integer> statuses = storm.runConcurrently(random -> {
            String user = pick(random, users);
            List<String> emails = random.ints(0, 6)
                    .distinct()
                    .limit(random.nextInt(4))
                    .mapToObj(number -> "e" + number + "@example.com")
                    .toList();
            String body = emails.stream()
                    .map(email -> "{\"email\": \"" + email + "\"}")
                    .collect(Collectors.joining(", ", "{\"emails\": [", "]}"));
            return () -> {
                Answer answer = storm.put("/api/users/" + user, body);
                assertThat(answer.status()).isIn(200, 409);
                if (answer.status() == 200) {
                    assertThat(answer.texts("/emails", "/email")).containsExactlyInAnyOrderElementsOf(emails);
                }
                return answer.status();
            };
        });

        assertThat(statuses).contains(200);
    }

    private static int count(
            Map<String, AtomicInteger> alive, String name, int change, Answer answer, int done, int nothing) {
        assertThat(answer.status()).isIn(done, nothing);
        return alive.computeIfAbsent(name, _ -> new AtomicInteger()).addAndGet(answer.status() == done ? change : 0);
    }

    private static List<String> existing(Map<String, AtomicInteger> alive) {
        assertThat(alive.values()).allMatch(count -> count.get() == 0 || count.get() == 1);
        return alive.keySet().stream()
                .filter(name -> alive.get(name).get() == 1)
                .toList();
    }

    private static String data(String user, String kind) {
        return "/api/users/" + user + "/" + kind;
    }

    private static <T> T pick(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
