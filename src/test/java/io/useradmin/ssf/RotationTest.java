package io.useradmin.ssf;

import static io.useradmin.testsupport.Api.as;
import static io.useradmin.testsupport.Api.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.SignedJWT;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Concurrently;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import jakarta.inject.Inject;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A signing key is replaced while receivers poll. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RotationTest {
    /** Generating one takes seconds without the JVM's C2 compiler. */
    private static final SigningKey NEXT = SigningKey.generate("next", Instant.EPOCH);

    @Inject
    MovableClock clock;

    final Tenant tenant = Tenant.create();

    @AfterEach
    void restore() {
        clock.reset();
        Sql.run("delete from ssf_keys where key_id <> 'first'");
    }

    @Test
    void isNoticedByTheServiceAndSeenByReceiversBefore() throws Exception {
        Receiver receiver = Receiver.create(tenant);
        as(tenant).delete("/api/users/{user}", tenant.user()).then().statusCode(204);
        receiver.await(1);
        insertNext(clock.instant().plusSeconds(600));

        clock.advance(SigningKeyCache.TTL);
        assertThat(published()).containsExactly("next", "first");
        assertThat(signer(receiver)).isEqualTo("first");
        // From here on, the receiver uses its cached keys.
        receiver.refreshKeys();
        clock.advance(Duration.ofSeconds(600));
        assertThat(signer(receiver)).isEqualTo("next");
        assertThat(receiver.poll()).hasSize(1);
        assertThat(published()).containsExactly("next", "first");
    }

    @Test
    void removesKeysThatAreNoLongerPublished() throws Exception {
        Receiver receiver = Receiver.create(tenant);
        as(tenant).delete("/api/users/{user}", tenant.user()).then().statusCode(204);
        receiver.await(1);
        insertNext(clock.instant());
        Sql.run("update ssf_keys set published_until = ? where key_id = 'first'", clock.instant());
        try {
            clock.advance(SigningKeyCache.TTL);

            assertThat(published()).containsExactly("next");
            assertThat(signer(receiver)).isEqualTo("next");
        } finally {
            Sql.run("update ssf_keys set published_until = null where key_id = 'first'");
        }
    }

    /** After a leak, the old key is replaced at once. Receivers could not verify its tokens any more. */
    @Test
    void isNoticedByAPollThatWaits() throws Exception {
        Receiver receiver = Receiver.create(tenant);
        CompletableFuture<Response> poll = Concurrently.begin(() -> receiver.send("{}"));
        Await.until(
                "the poll waits",
                () -> Management.get("/q/metrics").asString().contains("\nuseradmin_events_readers 1.0"));
        insertNext(clock.instant());
        Sql.run("update ssf_keys set published_until = ? where key_id = 'first'", clock.instant());
        try {
            clock.advance(SigningKeyCache.TTL);
            as(tenant).delete("/api/users/{user}", tenant.user()).then().statusCode(204);
            receiver.refreshKeys();

            assertThat(receiver.claims(poll.join())).hasSize(1);
        } finally {
            Sql.run("update ssf_keys set published_until = null where key_id = 'first'");
        }
    }

    /** Without a signing key, polls get 503, and their acknowledgements have no effect. */
    @Test
    void doesNothingWithoutAKey() {
        Receiver receiver = Receiver.create(tenant);
        as(tenant).delete("/api/users/{user}", tenant.user()).then().statusCode(204);
        String[] ids = Receiver.ids(receiver.await(1));
        Sql.run("update ssf_keys set signs_from = ?", clock.instant().plusSeconds(3600));
        try {
            clock.advance(SigningKeyCache.TTL);
            receiver.send(Receiver.body(1, true, ids)).then().statusCode(503);
        } finally {
            Sql.run("update ssf_keys set signs_from = ?", Instant.EPOCH);
        }
        clock.advance(SigningKeyCache.TTL);
        assertThat(Receiver.ids(receiver.poll())).containsExactly(ids);
    }

    /** Receivers that kept the empty set could not verify the tokens of the first key for minutes. */
    @Test
    void letsReceiversKeepNoSetWithoutKeys() {
        assertThat(cacheControl()).isEqualTo("public, max-age=300");
        Sql.run("update ssf_keys set published_until = ?", clock.instant());
        try {
            clock.advance(SigningKeyCache.TTL);
            assertThat(cacheControl()).isEqualTo("no-store");
        } finally {
            Sql.run("update ssf_keys set published_until = null");
        }
        clock.advance(SigningKeyCache.TTL);
        assertThat(cacheControl()).isEqualTo("public, max-age=300");
    }

    private static @Nullable String cacheControl() {
        return given().get(Transmitter.JWKS_PATH).then().statusCode(200).header("Cache-Control");
    }

    private static String signer(Receiver receiver) throws ParseException {
        String token = Receiver.sets(receiver.send(Receiver.body(1, true)))
                .values()
                .iterator()
                .next();
        return SignedJWT.parse(token).getHeader().getKeyID();
    }

    private static List<String> published() {
        return Receiver.fetchKeys().getKeys().stream().map(JWK::getKeyID).toList();
    }

    private static void insertNext(Instant signsFrom) {
        Sql.run(
                "insert into ssf_keys (key_id, jwk, public_jwk, created_at, signs_from) values (?, ?, ?, now(), ?)",
                NEXT.keyId(),
                NEXT.jwk(),
                NEXT.publicJwk(),
                signsFrom);
    }
}
