package io.useradmin.database;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Makes the TLS modes mean the same as in PostgreSQL's own clients (<a
 * href="https://www.postgresql.org/docs/current/libpq-ssl.html">libpq</a>). The CA certificates are the only other setting.
 */
@Singleton
public class DatabaseTls {
    /** The setting for the PEM files with the CA certificates. */
    public static final String CERTIFICATES = "quarkus.datasource.reactive.trust-certificate-pem.certs";

    /** The TLS modes, following "must be". */
    public static final String MODES = "disable, allow, prefer, require, verify-ca or verify-full";

    /** The JDK's name for host name verification as in HTTPS (RFC 2818). */
    private static final String HOST_NAME = "HTTPS";

    private final Optional<List<String>> certificates;

    /** @param certificates the PEM files with the CA certificates */
    DatabaseTls(@ConfigProperty(name = CERTIFICATES) Optional<List<String>> certificates) {
        this.certificates = certificates;
    }

    void apply(PgConnectOptions server) {
        if (server.getTrustOptions() == null) {
            certificates.map(DatabaseTls::trust).ifPresent(server::setTrustOptions);
        }
        // The driver verifies the host name in every mode if it has the algorithm.
        server.setHostnameVerificationAlgorithm(server.getSslMode() == SslMode.VERIFY_FULL ? HOST_NAME : "");
        switch (server.getSslMode()) {
            case VERIFY_CA, VERIFY_FULL -> requireAuthority(server);
            case ALLOW, PREFER, REQUIRE -> {
                // These modes need CA certificates: without them, the client would use those of the JDK.
                if (server.getTrustOptions() == null) {
                    server.setTrustAll(true);
                }
            }
            case DISABLE -> {}
        }
    }

    private static PemTrustOptions trust(List<String> files) {
        PemTrustOptions trust = new PemTrustOptions();
        files.forEach(trust::addCertPath);
        return trust;
    }

    /** Fails at startup. Otherwise each request would fail when it opens a connection. */
    private static void requireAuthority(PgConnectOptions server) {
        if (server.getTrustOptions() == null) {
            throw new ConfigurationException(
                    "ssl-mode=" + server.getSslMode().value + " needs CA certificates: set " + CERTIFICATES);
        }
    }
}
