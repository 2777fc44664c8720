package io.useradmin.fault;

import static io.useradmin.fault.Replicated.TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.apikey.ApiKey;
import io.useradmin.database.replica.WalPosition;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.JsonValues;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads on a standby with a write's consistency token: none may be older than the write. */
class ReplicaTokensIT {
    @RegisterExtension
    static final ReplicatedService SERVICE = new ReplicatedService("60s");

    private final Replicated replicated = SERVICE.replicated();
    private final String user = Replicated.newUser();

    @Test
    void aReadWithATokenSeesItsWrite() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "before"));
        replicated.pauseReplay();
        String token = replicated.put(user, "after");
        double refused = replicated.outcome("token");
        assertThat(replicated.data(user)).as("the replica serves").contains("before");
        assertThat(replicated.data(user, TOKEN, token)).as("not replayed").contains("after");
        assertThat(replicated.data(user, TOKEN, ofAnotherCluster(token)))
                .as("of another cluster")
                .contains("after");
        assertThat(replicated.data(user, TOKEN, ofAnotherTimeline(token)))
                .as("of another timeline")
                .contains("after");
        assertThat(replicated.data(user, TOKEN, "9" + token))
                .as("of a later release")
                .contains("after");
        assertThat(replicated.data(user, "Cache-Control", "max-age=0, no-cache"))
                .contains("after");
        assertThat(replicated.outcome("token")).isEqualTo(refused + 3);
        replicated.resumeReplay();
        double before = replicated.outcome("replica");
        Await.until(
                "the replica has replayed the write",
                () -> replicated.data(user, TOKEN, token).contains("after") && replicated.outcome("replica") > before);
        assertThat(replicated.send("GET", user, "", TOKEN, "not a token").statusCode())
                .isEqualTo(400);
        assertThat(replicated.send("GET", user, "", TOKEN, token, TOKEN, token).statusCode())
                .isEqualTo(400);
    }

    /** Otherwise it could show older data in a later part, for example in a part of an export. */
    @Test
    void aRequestStaysOnThePrimary() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "before"));
        replicated.pauseReplay();
        String token = replicated.put(user, "after");
        double refused = replicated.outcome("token");

        assertThat(replicated.send("GET", user + "/export", "", TOKEN, token).body())
                .contains("after");

        assertThat(replicated.outcome("token")).as("only its first read").isEqualTo(refused + 1);
    }

    /** The standby does not have the user yet, so it would contradict the count. */
    @Test
    void aRequestStaysOnThePrimaryAfterAnExactCount() throws Exception {
        replicated.putOnPrimary(user, "new");

        assertThat(replicated.send("GET", user + "/sessions", "").statusCode())
                .as("the standby serves")
                .isEqualTo(404);
        HttpResponse<String> exact = replicated.send("GET", user + "/sessions", "", "Prefer", "count=exact");
        assertThat(exact.statusCode()).as(exact.body()).isEqualTo(200);
    }

    /** The first page has the newest entries, so the others must go on from there, whatever the replica has replayed. */
    @Test
    void anAuditLogHasNoGapBetweenItsPages() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "first"));
        replicated.pauseReplay();
        for (int number = 0; number < 5; number++) {
            replicated.send("PATCH", user + "/public_data", "{\"public_data\": {\"v\": %d}}".formatted(number));
        }
        List<String> entries = new ArrayList<>();
        Optional<String> next = Optional.of(user + "/audit_log?size=2");
        while (next.isPresent()) {
            HttpResponse<String> page = replicated.send("GET", next.get(), "");
            entries.addAll(JsonValues.from(page.body()).getList("id"));
            next = page.headers().firstValue("Link").map(link -> link.replaceAll("<(.*)>.*", "$1"));
        }
        assertThat(entries).hasSize(7).doesNotHaveDuplicates();
    }

    /**
     * The primary is idle, so after a commit the token's position must be the end of the WAL. A token from before the commit is
     * smaller.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT    | USER                             | {}                                              |
            PATCH  | USER/public_data                 | {"public_data": {"n": %d}}                      |
            PATCH  | USER/public_data                 | {"public_data": {"n": %d}}                      | patch-%d
            PUT    | USER/sessions/s%d                | {"session_key": "k", "expires_at": 32503680000} |
            PUT    | /api/groups/g%d                  | {"name": "G"}                                   |
            POST   | USER/disable                     | {}                                              |
            POST   | /api/users                       | {"public_data": {"n": %d}}                      |
            POST   | /api/users                       | {"private_data": {"n": %d}}                     | post-%d
            POST   | /api/sessions/revoke             | {"client_id": "c%d"}                            |
            """)
    void everyTokenIsAfterItsCommit(String method, String path, String body, String idempotencyKey) throws Exception {
        replicated.put(user, "0");
        var numbers = new AtomicInteger();
        Await.until("the token is the end of the WAL", () -> {
            int number = numbers.incrementAndGet();
            String[] headers = idempotencyKey == null
                    ? new String[0]
                    : new String[] {"Idempotency-Key", idempotencyKey.formatted(number)};
            HttpResponse<String> written = replicated.send(
                    method, path.replace("USER", user).formatted(number), body.formatted(number), headers);
            assertThat(written.statusCode()).as(written.body()).isLessThan(300);
            String token = written.headers().firstValue(TOKEN).orElseThrow();
            return Long.toString(positionOf(token))
                    .equals(replicated
                            .primary
                            .list("select lsn from (" + WalPosition.OF_PRIMARY + ") as found")
                            .getFirst());
        });
    }

    /** Tests the change feed and exports. An export runs many statements. */
    @Test
    void streamsAreRead() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "0"));
        double before = replicated.outcome("replica");
        assertThat(replicated.send("GET", user + "/export", "").body()).contains("\"sessions\":[]");
        assertThat(replicated.outcome("replica")).as("statements of the export").isGreaterThan(before + 3);
        double exported = replicated.outcome("replica");
        HttpResponse<String> events = replicated.send("GET", "/api/events", "");
        assertThat(events.body()).contains("user.");
        assertThat(replicated.outcome("replica")).isGreaterThan(exported);
        replicated.pauseReplay();
        String cursor = replicated
                .send("GET", "/api/events?after=now", "")
                .headers()
                .firstValue("X-Next-Cursor")
                .orElseThrow();
        String later = replicated.put(user, "1");
        HttpResponse<String> seen = replicated.send("GET", "/api/events?after=" + cursor, "", TOKEN, later);
        assertThat(seen.body()).contains("public_data");
        String next = seen.headers().firstValue("X-Next-Cursor").orElseThrow();
        HttpResponse<String> onReplica = replicated.send("GET", "/api/events?after=" + next, "");
        assertThat(onReplica.body()).isEqualTo("[]");
        assertThat(onReplica.headers().firstValue("X-Next-Cursor"))
                .as("the feed does not go back")
                .contains(next);
    }

    /** Otherwise a new key would be refused, and one that was just revoked would not. */
    @Test
    void aKeyReadsItselfOnThePrimary() throws Exception {
        replicated.awaitReplica();
        replicated.pauseReplay();
        String key = replicated.primary.key();
        assertThat(ownKey(key)).isEqualTo(200);
        replicated.primary.run("update api_keys set revoked_at = now() where key_id = '%s'"
                .formatted(ApiKey.parse(key).orElseThrow().keyId()));
        assertThat(ownKey(key)).isEqualTo(401);
    }

    private static int ownKey(String key) {
        return SERVICE.service().get(key, "/api/key").statusCode();
    }

    private static long positionOf(String token) {
        return ByteBuffer.wrap(Base64.getUrlDecoder().decode(token)).getLong(13);
    }

    private static String ofAnotherCluster(String token) {
        return changed(token, 3);
    }

    private static String ofAnotherTimeline(String token) {
        return changed(token, 12);
    }

    private static String changed(String token, int at) {
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        bytes[at]++;
        // The position alone would allow the replica to serve it.
        Arrays.fill(bytes, 13, bytes.length, (byte) 0);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}
