package io.useradmin.testsupport;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A PostgreSQL with the newest schema that accepts the service only with TLS and a password (SCRAM), as in production. */
public final class SecuredPostgres implements AutoCloseable {
    public static final String TLS_MODE = "QUARKUS_DATASOURCE_REACTIVE_POSTGRESQL_SSL_MODE";
    public static final String AUTHORITY = "QUARKUS_DATASOURCE_REACTIVE_TRUST_CERTIFICATE_PEM_CERTS";

    private static final String ROLE = "service";
    /** With a character that a URL would need to escape. */
    private static final String PASSWORD = "p@ss:word";

    private final ServerCertificate certificate;
    private final OwnPostgres server;

    /** Starts the server. Its certificate and rules are in {@code folder}. */
    public SecuredPostgres(Path folder) throws Exception {
        certificate = ServerCertificate.create(folder, "server");
        Path rules = Files.writeString(folder.resolve("pg_hba.conf"), """
                host all postgres all trust
                hostssl all %s all scram-sha-256
                """.formatted(ROLE));
        server = OwnPostgres.migrated(Map.of(
                "hba_file", rules.toString(),
                "ssl", "on",
                "ssl_cert_file", certificate.certificate().toString(),
                "ssl_key_file", certificate.key().toString()));
        server.run("create role %s superuser login password '%s'".formatted(ROLE, PASSWORD));
    }

    public OwnPostgres server() {
        return server;
    }

    public ServerCertificate certificate() {
        return certificate;
    }

    /** The environment variables with user and password. */
    public Map<String, String> login() {
        return Map.of("QUARKUS_DATASOURCE_USERNAME", ROLE, "QUARKUS_DATASOURCE_PASSWORD", PASSWORD);
    }

    /** The environment variables that make the service check the certificate of the server. */
    public Map<String, String> verifyFull() {
        return Map.of(
                TLS_MODE, "verify-full", AUTHORITY, certificate.certificate().toString());
    }

    /** The environment variables with all that the server demands. */
    public Map<String, String> settings() {
        Map<String, String> all = new HashMap<>(login());
        all.putAll(verifyFull());
        return all;
    }

    @Override
    public void close() throws Exception {
        server.close();
    }
}
