package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.database.ReactiveUrl;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
    @ParameterizedTest
    @CsvSource({
        "postgresql://db:5433/users, jdbc:postgresql://db:5433/users",
        "vertx-reactive:postgresql://db:5433/users, jdbc:postgresql://db:5433/users",
        "postgresql:///users, jdbc:postgresql://localhost/users",
        "postgresql://host, jdbc:postgresql://host/db",
        "postgresql://db/%C3%BCsers, jdbc:postgresql://db/%C3%BCsers",
        "postgresql://[2001:db8::1]:5432/users, jdbc:postgresql://[2001:db8::1]:5432/users",
        "postgresql://db/users?sslmode=verify-full, jdbc:postgresql://db/users?sslmode=verify-full",
        "postgresql://db/users?search_path=a%26b&application_name=x,"
                + " jdbc:postgresql://db/users?ApplicationName=x&currentSchema=a%26b",
    })
    void translatesTheUrl(String reactive, String jdbc) {
        assertThat(database(reactive)).isEqualTo(new Database(jdbc, null, null));
    }

    @Test
    void takesUserAndPasswordFromTheUrl() {
        assertThat(database("postgresql://me:p%40ss@db/users"))
                .isEqualTo(new Database("jdbc:postgresql://db/users", "me", "p@ss"));
    }

    @Test
    void prefersSettingsToTheUrl() {
        Database database = JdbcUrl.database(
                "postgresql://me:old@db/users?sslmode=disable",
                Optional.of("you"),
                Optional.of("new"),
                Map.of("sslmode", "require"));
        assertThat(database).isEqualTo(new Database("jdbc:postgresql://db/users?sslmode=require", "you", "new"));
    }

    @ParameterizedTest
    @CsvSource({"require, verify-ca", "verify-ca, verify-ca", "verify-full, verify-full", "disable, disable"})
    void verifiesTheServerIfThereIsACertificate(String mode, String verified) {
        Database database = JdbcUrl.database(
                "postgresql://db/users?sslmode=" + mode,
                Optional.empty(),
                Optional.empty(),
                Map.of("sslrootcert", "/ca.pem"));
        assertThat(database.url())
                .isEqualTo("jdbc:postgresql://db/users?sslmode=%s&sslrootcert=%%2Fca.pem".formatted(verified));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql://me:secret@db/users", "postgresql://me:secret@db:port/users"})
    void refusesAnotherFormWithoutRepeatingIt(String url) {
        assertThatThrownBy(() -> database(url))
                .isInstanceOf(Failure.class)
                .hasMessage("quarkus.datasource.reactive.url is not " + ReactiveUrl.FORM)
                .hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"postgresql://%2Fvar%2Frun%2Fpostgresql/users", "postgresql:///users?host=/var/run/postgresql"})
    void namesTheSettingForAUnixSocket(String url) {
        assertThatThrownBy(() -> database(url))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("useradmin.operator.jdbc-url");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            postgresql://two,                          jdbc:postgresql://two/users?sslmode=verify-full,        me,    secret
            postgresql://two:5433,                     jdbc:postgresql://two:5433/users?sslmode=verify-full,   me,    secret
            postgresql://two/copy?sslmode=disable,     jdbc:postgresql://two/copy?sslmode=disable,             me,    secret
            postgresql://other:word@two,               jdbc:postgresql://two/users?sslmode=verify-full,        other, word
            """)
    void replicaIsLikeItsPrimary(String url, String expected, String username, String password) {
        var primary = new Database("jdbc:postgresql://one:5432/users?sslmode=verify-full", "me", "secret", url);
        assertThat(primary.replica()).isEqualTo(new Database(expected, username, password));
        assertThat(primary).asString().doesNotContain("two");
    }

    @Test
    void replicaUsesTheCertificateAuthorityOfItsPrimary() {
        var primary = new Database(
                "jdbc:postgresql://one/users?sslrootcert=%2Fca.pem", "me", null, "postgresql://two?sslmode=require");
        assertThat(primary.replica().url())
                .isEqualTo("jdbc:postgresql://two/users?sslmode=verify-ca&sslrootcert=%2Fca.pem");
    }

    /** Without a value, this parameter means {@code verify-full}. */
    @Test
    void replicaUsesTlsIfItsPrimaryDoes() {
        var primary = new Database("jdbc:postgresql://one/users?ssl", "me", null, "postgresql://two");
        assertThat(primary.replica().url()).isEqualTo("jdbc:postgresql://two/users?ssl=");
    }

    @Test
    void saysWhichUrlIsMissingOrOfAnotherForm() {
        assertThatThrownBy(() -> new Database("jdbc:postgresql://one/users", null, null).replica())
                .isInstanceOf(Failure.class)
                .hasMessage("useradmin.database.replica-url is not set.");
        assertThatThrownBy(() -> new Database("jdbc:postgresql://one/users", null, null, "mysql://x").replica())
                .isInstanceOf(Failure.class)
                .hasMessage("useradmin.database.replica-url is not " + ReactiveUrl.FORM);
    }

    @Test
    void databaseHidesItsPassword() {
        assertThat(new Database("jdbc:postgresql://db/users?password=secret", "me", "secret"))
                .asString()
                .contains("db/users")
                .doesNotContain("secret");
    }

    private static Database database(String url) {
        return JdbcUrl.database(url, Optional.empty(), Optional.empty(), Map.of());
    }
}
