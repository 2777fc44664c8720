package io.useradmin.ssf;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Who transmits: the installation, by the name that {@code useradmin.ssf.issuer} gives it. Without a name, there are no signals. */
@ApplicationScoped
class Transmitter {
    static final String STREAMS_PATH = "/api/ssf/streams";
    static final String STATUS_PATH = "/api/ssf/status";
    static final String VERIFICATION_PATH = "/api/ssf/verification";
    static final String POLL_PATH = "/api/ssf/poll";
    static final String JWKS_PATH = "/.well-known/ssf-jwks.json";

    private final Optional<String> configured;

    Transmitter(@ConfigProperty(name = "useradmin.ssf.issuer") Optional<String> issuer) {
        this.configured = issuer.filter(name -> !name.isBlank());
    }

    /** The issuer, if there are signals. */
    Optional<String> configured() {
        return configured;
    }

    /** Refuses a request if there are no signals: then nothing is at its path. */
    void require() {
        issuer();
    }

    /** The issuer. */
    String issuer() {
        return configured.orElseThrow(() -> new ProblemException(new Problem.Refused(
                ProblemType.UNKNOWN_PATH, "OpenID Shared Signals are off: useradmin.ssf.issuer is not set.")));
    }

    /** Where a path of this service is, from outside. */
    String url(String path) {
        return issuer() + path;
    }

    /** Where receivers poll a stream. */
    String pollUrl(String streamId) {
        return url(POLL_PATH) + "?stream_id=" + streamId;
    }

    /** For whom the tokens of a stream are. It names the tenant, so that nobody can get tokens that are for a receiver of another. */
    String audience(String tenantId, String streamId) {
        return subjectIssuer(tenantId) + "/streams/" + streamId;
    }

    /** Within what the identifier of a user is unique. */
    String subjectIssuer(String tenantId) {
        return url("/tenants/" + tenantId);
    }
}
