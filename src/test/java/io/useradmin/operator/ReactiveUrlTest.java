package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReactiveUrlTest {
    @ParameterizedTest
    @CsvSource({
        "postgresql://db:5433/users, jdbc:postgresql://db:5433/users",
        "vertx-reactive:postgresql://db:5433/users, jdbc:postgresql://db:5433/users",
        "postgres://db/users, jdbc:postgresql://db/users",
        "postgresql:///users, jdbc:postgresql://localhost/users",
        "postgresql://db, jdbc:postgresql://db/",
        "postgresql://my_db:5432/users, jdbc:postgresql://my_db:5432/users",
        "postgresql://[2001:db8::1]:5432/users, jdbc:postgresql://[2001:db8::1]:5432/users",
        "postgresql://db/users?sslmode=verify-full, jdbc:postgresql://db/users?sslmode=verify-full",
        "postgresql://db/users?search_path=a%26b&application_name=x,"
                + " jdbc:postgresql://db/users?currentSchema=a%26b&ApplicationName=x",
        "postgresql://me:secret@db/users?sslmode=require, jdbc:postgresql://db/users?sslmode=require",
    })
    void becomesWhatJdbcReads(String reactive, String jdbc) {
        assertThat(database(reactive).url()).isEqualTo(jdbc);
    }

    @Test
    void takesWhoConnectsOutOfTheUrl() {
        assertThat(database("postgresql://me:p%40ss@db/users"))
                .isEqualTo(new Database("jdbc:postgresql://db/users", "me", "p@ss"));
        assertThat(database("postgresql://db/users?user=me&password=secret"))
                .isEqualTo(new Database("jdbc:postgresql://db/users", "me", "secret"));
    }

    @Test
    void prefersWhatIsSaidBesideTheUrl() {
        Database database = ReactiveUrl.parse("postgresql://me:old@db/users?sslmode=disable")
                .database(Optional.of("you"), Optional.of("new"), Map.of("sslmode", "require"));
        assertThat(database).isEqualTo(new Database("jdbc:postgresql://db/users?sslmode=require", "you", "new"));
    }

    @ParameterizedTest
    @CsvSource({"require, verify-ca", "verify-ca, verify-ca", "verify-full, verify-full", "disable, disable"})
    void verifiesTheAuthorityWhereOneIsGiven(String mode, String verified) {
        Database database = ReactiveUrl.parse("postgresql://db/users?sslmode=" + mode)
                .database(Optional.empty(), Optional.empty(), Map.of("sslrootcert", "/ca.pem"));
        assertThat(database.url())
                .isEqualTo("jdbc:postgresql://db/users?sslmode=%s&sslrootcert=%%2Fca.pem".formatted(verified));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mysql://db/users", "db:5432/users", "postgresql://db:port/users", "postgresql://a b:c/d?,"})
    void refusesAnotherFormWithoutRepeatingIt(String url) {
        assertThatThrownBy(() -> ReactiveUrl.parse(url))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("postgresql://host:port/database")
                .message()
                .doesNotContain(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"postgresql://%2Fvar%2Frun%2Fpostgresql/users", "postgresql:///users?host=/var/run/postgresql"})
    void saysWhatToSetInsteadOfAUnixSocket(String url) {
        assertThatThrownBy(() -> ReactiveUrl.parse(url))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("useradmin.operator.jdbc-url");
    }

    @Test
    void keepsThePasswordOutOfItsText() {
        assertThat(new Database("jdbc:postgresql://db/users?password=secret", "me", "secret"))
                .asString()
                .contains("db/users")
                .doesNotContain("secret");
    }

    private static Database database(String url) {
        return ReactiveUrl.parse(url).database(Optional.empty(), Optional.empty(), Map.of());
    }
}
