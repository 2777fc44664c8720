package io.useradmin.ssf;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.useradmin.event.Event;
import io.useradmin.event.Event.Subject;
import io.useradmin.json.JsonText;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;

/**
 * Creates Security Event Tokens (RFC 8417) for OpenID Shared Signals Framework 1.0. A token has identifiers of users and
 * sessions, never an email address, phone number or other value.
 */
@Singleton
class SecurityEventTokens {
    static final String TYPE = "secevent+jwt";

    /** The name of the threads that sign. */
    static final String SIGNERS = "ssf-signers";

    /** About 2,000 tokens. */
    private static final int MOST_CACHED_CHARACTERS = 4 << 20;

    private final Transmitter transmitter;
    private final JsonText json;
    private final WorkerExecutor signers;
    private final Clock clock;
    /** A receiver that does not acknowledge gets the same tokens again and again. They must not cost a signature each time. */
    private final Cache<TokenId, String> recent = Caffeine.newBuilder()
            .maximumWeight(MOST_CACHED_CHARACTERS)
            .<TokenId, String>weigher((_, token) -> token.length())
            .executor(Runnable::run)
            .build();

    SecurityEventTokens(Transmitter transmitter, JsonText json, Vertx vertx, Clock clock) {
        this.transmitter = transmitter;
        this.json = json;
        this.signers =
                vertx.createSharedWorkerExecutor(SIGNERS, Runtime.getRuntime().availableProcessors());
        this.clock = clock;
    }

    private record TokenId(String keyId, String audience, String jti) {}

    @PreDestroy
    void close() {
        signers.close();
    }

    /**
     * Signs tokens and returns them by identifier. Runs on threads of its own, because a signature takes about a millisecond: after
     * an event, a thousand polls may sign a hundred tokens each.
     */
    Uni<Map<String, String>> sign(List<Map<String, Object>> claims, SigningKey key) {
        return claims.isEmpty()
                ? Uni.createFrom().item(Map.of())
                : Uni.createFrom()
                        .completionStage(() -> signers.executeBlocking(() -> signed(claims, key), false)
                                .toCompletionStage());
    }

    /** The claims of the token for an event. */
    Map<String, Object> of(Event event, Signal signal, Stream stream) {
        Map<String, Object> claims = claims(event.id(), stream);
        claims.put("toe", event.time().getEpochSecond());
        claims.put("txn", Objects.requireNonNullElse(event.traceId(), event.id()));
        claims.put("sub_id", subject(event.subject(), signal, stream.tenantId()));
        claims.put(
                "events",
                Map.of(
                        signal.uri(),
                        signal == Signal.SESSION_REVOKED
                                ? Map.of("event_timestamp", event.time().getEpochSecond())
                                : Map.of()));
        return claims;
    }

    /** The claims of a verification token. */
    Map<String, Object> of(Stream.Verification verification, Stream stream) {
        Map<String, Object> claims = claims(verification.id(), stream);
        claims.put("txn", verification.id());
        claims.put("sub_id", opaque(stream.streamId()));
        String state = verification.state();
        claims.put("events", Map.of(Signal.VERIFICATION_URI, state == null ? Map.of() : Map.of("state", state)));
        return claims;
    }

    private Map<String, Object> claims(String id, Stream stream) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("jti", id);
        claims.put("iss", transmitter.issuer());
        claims.put("aud", transmitter.audience(stream.tenantId(), stream.streamId()));
        claims.put("iat", clock.instant().getEpochSecond());
        return claims;
    }

    /** For a session, the subject also names the session: the user alone would mean all sessions of the user. */
    private Map<String, Object> subject(Subject subject, Signal signal, String tenantId) {
        Map<String, Object> user = Map.of(
                "format",
                "iss_sub",
                "iss",
                transmitter.subjectIssuer(tenantId),
                "sub",
                Objects.requireNonNull(subject.userId()));
        return signal == Signal.SESSION_REVOKED
                ? Map.of(
                        "format",
                        "complex",
                        "user",
                        user,
                        "session",
                        opaque(Objects.requireNonNull(subject.sessionId())))
                : user;
    }

    private static Map<String, Object> opaque(String id) {
        return Map.of("format", "opaque", "id", id);
    }

    private Map<String, String> signed(List<Map<String, Object>> all, SigningKey key) throws JoseException {
        PublicJsonWebKey jwk = PublicJsonWebKey.Factory.newPublicJwk(key.jwk());
        Map<String, String> tokens = new LinkedHashMap<>();
        for (Map<String, Object> claims : all) {
            String jti = String.valueOf(claims.get("jti"));
            var id = new TokenId(key.keyId(), String.valueOf(claims.get("aud")), jti);
            tokens.put(jti, recent.get(id, Unchecked.function(_ -> signed(claims, key, jwk))));
        }
        return tokens;
    }

    private String signed(Map<String, Object> claims, SigningKey key, PublicJsonWebKey jwk) throws JoseException {
        var token = new JsonWebSignature();
        token.setHeader("typ", TYPE);
        token.setKeyIdHeaderValue(key.keyId());
        token.setAlgorithmHeaderValue(SigningKey.ALGORITHM);
        token.setPayload(json.of(claims));
        token.setKey(jwk.getPrivateKey());
        return token.getCompactSerialization();
    }
}
