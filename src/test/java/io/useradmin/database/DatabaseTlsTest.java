package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseTlsTest {
    private final DatabaseTls withCertificates = new DatabaseTls(Optional.of(List.of("ca.pem")));
    private final DatabaseTls withoutCertificates = new DatabaseTls(Optional.empty());

    /** Quarkus gives the algorithm to every server, and the replica gets that of the primary. */
    @ParameterizedTest
    @EnumSource
    void onlyVerifyFullVerifiesTheHostName(SslMode mode) {
        for (String before : List.of("HTTPS", "")) {
            PgConnectOptions server = server(mode).setHostnameVerificationAlgorithm(before);

            withCertificates.apply(server);

            assertThat(server.getHostnameVerificationAlgorithm()).isEqualTo(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
        }
    }

    @ParameterizedTest
    @EnumSource
    void trustsTheCertificates(SslMode mode) {
        PgConnectOptions server = server(mode);

        withCertificates.apply(server);

        assertThat(server.getTrustOptions()).isEqualTo(new PemTrustOptions().addCertPath("ca.pem"));
        assertThat(server.isTrustAll()).isFalse();
    }

    @Test
    void keepsOtherCertificates() {
        var own = new PemTrustOptions().addCertPath("own.pem");
        PgConnectOptions server = server(SslMode.VERIFY_FULL).setTrustOptions(own);

        withCertificates.apply(server);

        assertThat(server.getTrustOptions()).isSameAs(own);
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLE", "ALLOW", "PREFER", "REQUIRE"})
    void verifiesNothingWithoutCertificates(SslMode mode) {
        PgConnectOptions server = server(mode);

        withoutCertificates.apply(server);

        assertThat(server.isTrustAll()).isEqualTo(mode != SslMode.DISABLE);
    }

    @ParameterizedTest
    @EnumSource(names = {"VERIFY_CA", "VERIFY_FULL"})
    void verifyingNeedsCertificates(SslMode mode) {
        PgConnectOptions server = server(mode);

        assertThatThrownBy(() -> withoutCertificates.apply(server))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("ssl-mode=%s needs CA certificates: set %s", mode.value, DatabaseTls.CERTIFICATES);
    }

    private static PgConnectOptions server(SslMode mode) {
        return new PgConnectOptions().setSslMode(mode);
    }
}
