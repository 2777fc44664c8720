package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.PropertiesConfigSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseSettingsTest {
    private static final int ABOVE_ALL = 1000;

    @Test
    void areThoseOfTheService() {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url", "postgresql://db:5433/users",
                "quarkus.datasource.username", "me",
                "quarkus.datasource.password", "a,b"));
        assertThat(settings.database()).isEqualTo(new Database("jdbc:postgresql://db:5433/users", "me", "a,b"));
    }

    @Test
    void readTwoDollarSignsAsOne() {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url", "postgresql://db/users",
                "quarkus.datasource.password", "a$${b}$$$$"));
        assertThat(settings.database().password()).isEqualTo("a${b}$$");
    }

    /** Otherwise a command would connect without the password, or report that no database is configured. */
    @ParameterizedTest
    @CsvSource({
        "quarkus.datasource.password, a${b}c",
        "quarkus.datasource.reactive.url, postgresql://db/${name}",
        "quarkus.datasource.reactive.trust-certificate-pem.certs, ${folder}/ca.pem",
        "useradmin.operator.jdbc-url, jdbc:postgresql://db/${name}"
    })
    void reportAReferenceToNothing(String name, String value) {
        Map<String, String> properties =
                new HashMap<>(Map.of("quarkus.datasource.reactive.url", "postgresql://db/users"));
        properties.put(name, value);

        assertThatThrownBy(settings(properties)::database)
                .isInstanceOf(Failure.class)
                .hasMessage(name + " refers to a value that is not set");
    }

    @Test
    void reportAnUnknownTlsMode() {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url", "postgresql://db/users",
                "quarkus.datasource.reactive.postgresql.ssl-mode", "on"));
        assertThatThrownBy(settings::database)
                .isInstanceOf(Failure.class)
                .hasMessage("quarkus.datasource.reactive.postgresql.ssl-mode must be disable, allow, prefer, require,"
                        + " verify-ca or verify-full");
    }

    @Test
    void takeTheFirstOfSeveralServers() {
        var settings =
                settings(Map.of("quarkus.datasource.reactive.url", "postgresql://one/users,postgresql://two/users"));
        assertThat(settings.database().url()).isEqualTo("jdbc:postgresql://one/users");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify-full", "VERIFY_FULL"})
    void useTheTlsModeOfTheService(String mode) {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url",
                "postgresql://db/users",
                "quarkus.datasource.reactive.postgresql.ssl-mode",
                mode));
        assertThat(settings.database().url()).isEqualTo("jdbc:postgresql://db/users?sslmode=verify-full");
    }

    @Test
    void trustTheAuthorityOfTheService() {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url", "postgresql://db/users",
                "quarkus.datasource.reactive.trust-certificate-pem.certs", "/ca.pem"));
        assertThat(settings.database().url()).isEqualTo("jdbc:postgresql://db/users?sslrootcert=%2Fca.pem");
    }

    @Test
    void reportSeveralCertificateFiles() {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url", "postgresql://db/users",
                "quarkus.datasource.reactive.trust-certificate-pem.certs", "/one.pem,/two.pem"));
        assertThatThrownBy(settings::database).isInstanceOf(Failure.class).hasMessageContaining("from one file");
    }

    @Test
    void canUseAnotherUrl() {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url", "postgresql:///users?host=/run/postgresql",
                "quarkus.datasource.username", "me",
                "useradmin.operator.jdbc-url", "jdbc:postgresql://db/users?sslrootcert=ca.pem"));
        assertThat(settings.database())
                .isEqualTo(new Database("jdbc:postgresql://db/users?sslrootcert=ca.pem", "me", null));
    }

    /** The driver's messages would show the password. */
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://db/users?password=%zz", "jdbc:postgresql://me:secret@db/users"})
    void refuseAnotherUrlThatTheDriverCannotRead(String own) {
        var settings = settings(Map.of("useradmin.operator.jdbc-url", own));
        assertThatThrownBy(settings::database)
                .isInstanceOf(Failure.class)
                .hasMessage("useradmin.operator.jdbc-url is not of the form jdbc:postgresql://host:port/database")
                .hasNoCause();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/users, jdbc:postgresql://db/users?sslmode=verify-ca&sslrootcert=%2Fca.pem",
        "jdbc:postgresql:users?connectTimeout=1,"
                + " jdbc:postgresql:users?connectTimeout=1&sslmode=verify-ca&sslrootcert=%2Fca.pem",
        "jdbc:postgresql://db/users?sslrootcert=own.pem,"
                + " jdbc:postgresql://db/users?sslmode=verify-ca&sslrootcert=own.pem",
        "jdbc:postgresql://db/users?sslmode=require,"
                + " jdbc:postgresql://db/users?sslmode=verify-ca&sslrootcert=%2Fca.pem",
        "jdbc:postgresql://db/users?sslmode=disable,"
                + " jdbc:postgresql://db/users?sslmode=disable&sslrootcert=%2Fca.pem",
        "jdbc:postgresql://db/users?ssl, jdbc:postgresql://db/users?ssl=&sslrootcert=%2Fca.pem",
        "jdbc:postgresql://db/users?sslrootcert=own.pem&sslmode=require,"
                + " jdbc:postgresql://db/users?sslmode=verify-ca&sslrootcert=own.pem",
    })
    void addTlsToAnotherUrlUnlessItHasItsOwn(String own, String used) {
        var settings = settings(Map.of(
                "useradmin.operator.jdbc-url", own,
                "quarkus.datasource.reactive.postgresql.ssl-mode", "require",
                "quarkus.datasource.reactive.trust-certificate-pem.certs", "/ca.pem"));
        assertThat(settings.database().url()).isEqualTo(used);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db/users, , jdbc:postgresql://db/users?sslmode=verify-full",
        "jdbc:postgresql://db/users, prefer, jdbc:postgresql://db/users?sslmode=prefer",
        "jdbc:postgresql://db/users?sslmode=disable, , jdbc:postgresql://db/users?sslmode=disable",
    })
    void useTheTlsModeInTheUrlOfTheServiceForAnotherUrl(String own, String mode, String used) {
        var settings = settings(Map.of(
                "quarkus.datasource.reactive.url",
                "postgresql://pooler/users?sslmode=verify-full",
                "quarkus.datasource.reactive.postgresql.ssl-mode",
                Objects.requireNonNullElse(mode, ""),
                "useradmin.operator.jdbc-url",
                own));
        assertThat(settings.database().url()).isEqualTo(used);
    }

    @Test
    void ignoreSeveralCertificateFilesIfAnotherUrlHasItsOwn() {
        var settings = settings(Map.of(
                "useradmin.operator.jdbc-url", "jdbc:postgresql://db/users?sslrootcert=own.pem",
                "quarkus.datasource.reactive.trust-certificate-pem.certs", "/one.pem,/two.pem"));
        assertThat(settings.database().url()).isEqualTo("jdbc:postgresql://db/users?sslrootcert=own.pem");
    }

    @Test
    void sayWhatIsMissing() {
        assertThatThrownBy(() ->
                        settings(Map.of("quarkus.datasource.username", "me")).database())
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("No database is configured: set QUARKUS_DATASOURCE_REACTIVE_URL");
    }

    private static DatabaseSettings settings(Map<String, String> properties) {
        return new DatabaseSettings(ConfigUtils.emptyConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "test", ABOVE_ALL))
                .build());
    }
}
