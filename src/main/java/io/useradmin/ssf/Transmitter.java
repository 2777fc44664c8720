package io.useradmin.ssf;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.UriText;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The issuer of tokens, and the URLs that are derived from it. Without an issuer, Shared Signals are off. */
@Singleton
class Transmitter {
    static final String STREAMS_PATH = "/api/ssf/streams";
    static final String STATUS_PATH = "/api/ssf/status";
    static final String VERIFICATION_PATH = "/api/ssf/verification";
    static final String POLL_PATH = "/api/ssf/poll";
    static final String JWKS_PATH = "/.well-known/ssf-jwks.json";

    private final Optional<String> configured;

    Transmitter(SsfConfig config) {
        this.configured = config.issuer().filter(name -> !name.isBlank());
    }

    /** The issuer; empty if Shared Signals are off. */
    Optional<String> configured() {
        return configured;
    }

    /** Fails with {@link ProblemType#UNKNOWN_PATH} if Shared Signals are off. */
    void require() {
        issuer();
    }

    /** The issuer; {@link ProblemType#UNKNOWN_PATH} if Shared Signals are off. */
    String issuer() {
        return configured.orElseThrow(() -> new ProblemException(new Problem.Refused(
                ProblemType.UNKNOWN_PATH, "OpenID Shared Signals are off: useradmin.ssf.issuer is not set.")));
    }

    /** The public URL for a path of this service. */
    String url(String path) {
        return issuer() + path;
    }

    /** The public URL at which a receiver polls the stream. */
    String pollUrl(String streamId) {
        return url(POLL_PATH) + "?stream_id=" + streamId;
    }

    /**
     * The audience ({@code aud}) of a stream's tokens. It names the tenant, so that no receiver accepts tokens of another tenant.
     */
    String audience(String tenantId, String streamId) {
        return subjectIssuer(tenantId) + "/streams/" + streamId;
    }

    /** The issuer ({@code iss}) of subjects, within which user identifiers are unique. */
    String subjectIssuer(String tenantId) {
        return url(UriText.tenant(tenantId));
    }
}
