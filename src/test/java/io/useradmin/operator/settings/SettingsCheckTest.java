package io.useradmin.operator.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.useradmin.database.DatabaseTls;
import io.useradmin.database.ReactiveUrl;
import io.useradmin.testsupport.ServerCertificate;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsCheckTest {
    private static final int OF_FILE = 900;
    private static final int OF_DOT_ENV = 950;
    private static final int OF_ENVIRONMENT = 1000;

    private final Map<String, String> properties =
            new HashMap<>(Map.of(KnownSettings.DATABASE_URL, "postgresql://localhost:5432/useradmin"));
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> dotEnv = new HashMap<>();

    @Test
    void acceptsTheDefaults() {
        assertThat(problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "useradmin.http.max-body-size | 65535 | useradmin.data.max-bytes must be at most useradmin.http.max-body-size (65535), but is 65536",
                "useradmin.http.deadline | soon | useradmin.http.deadline must be a duration of whole milliseconds such as 500ms, 5s or PT5S, but is soon",
                "useradmin.http.deadline | '' | useradmin.http.deadline must be a duration of whole milliseconds such as 500ms, 5s or PT5S, but is empty",
                "useradmin.http.deadline | 3s | useradmin.http.deadline must be at least useradmin.database.statement-timeout (4s), but is 3s",
                "useradmin.http.deadline | 11s | quarkus.shutdown.timeout must be at least useradmin.http.deadline (11s), but is 10s",
                "quarkus.shutdown.delay | 5000 | quarkus.shutdown.delay must be at most 1h, but is 5000",
                "quarkus.shutdown.timeout | 90000 | quarkus.shutdown.timeout must be at most 24h, but is 90000",
                "useradmin.http.max-in-flight | 0 | useradmin.http.max-in-flight must be at least 1, but is 0",
                "useradmin.http.max-in-flight | 2147483648 | useradmin.http.max-in-flight must be a whole number up to 2147483647, but is 2147483648",
                "useradmin.http.max-body-size | +300000 | useradmin.http.max-body-size must be a whole number up to 2147483647, but is +300000",
                "useradmin.database.statement-timeout | PT0.0005S | useradmin.database.statement-timeout must be a duration of whole milliseconds such as 500ms, 5s or PT5S, but is PT0.0005S",
                "useradmin.database.read-connections | -1 | useradmin.database.read-connections must be at least 1, but is -1",
                "useradmin.lists.max-counted | 1000001 | useradmin.lists.max-counted must be at most 1000000, but is 1000001",
                "useradmin.api-key-cache.ttl | 20001ms | useradmin.api-key-cache.ttl must be at most 20s, but is 20001ms",
                "useradmin.api-key-cache.ttl | 0s | useradmin.api-key-cache.ttl must be at least 1ms, but is 0s",
                "useradmin.failed-keys.per-minute | 0 | useradmin.failed-keys.per-minute must be at least 1, but is 0",
                "useradmin.failed-keys.per-minute | ${none} | useradmin.failed-keys.per-minute refers to a value that is not set",
                "useradmin.database.silence-timeout | 15s | useradmin.database.silence-timeout must be more than quarkus.datasource.reactive.idle-timeout (15s), but is 15s",
                "useradmin.database.statement-timeout | -1s | useradmin.database.statement-timeout must be at least 0s, but is -1s",
                "quarkus.http.idle-timeout | 15s | quarkus.http.idle-timeout must be more than useradmin.events.keep-alive (15s), but is 15s",
                "useradmin.events.keep-alive | 31s | useradmin.events.keep-alive must be at most 30s, but is 31s",
                "quarkus.datasource.reactive.idle-timeout | 20s | useradmin.database.silence-timeout must be more than quarkus.datasource.reactive.idle-timeout (20s), but is 20s",
                "quarkus.datasource.reactive.max-size | 0 | quarkus.datasource.reactive.max-size must be at least 1, but is 0",
                "quarkus.datasource.reactive.url | http://:secret@x | quarkus.datasource.reactive.url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "quarkus.datasource.reactive.url | , | quarkus.datasource.reactive.url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "quarkus.datasource.reactive.url | ${none} | quarkus.datasource.reactive.url refers to a value that is not set",
                "quarkus.datasource.reactive.url | postgresql://me:p@ss@x/y | quarkus.datasource.reactive.url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "quarkus.datasource.reactive.url | postgresql://x/y,postgresql://me:p%@x/y | quarkus.datasource.reactive.url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "quarkus.datasource.reactive.url | postgresql://x:port/y?sslmode=verify-full | quarkus.datasource.reactive.url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "quarkus.datasource.reactive.url | postgresql://x/y?sslmode=on | quarkus.datasource.reactive.url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "useradmin.database.replica-url | postgresql://x/y,postgresql://x/y | useradmin.database.replica-url must be of the form postgresql://host:port/database; its sslmode, if any, must be disable, allow, prefer, require, verify-ca or verify-full",
                "quarkus.http.port | 65536 | quarkus.http.port must be at most 65535, but is 65536",
                "quarkus.http.host | '' | quarkus.http.host must be a host name or an IP address, but is empty",
                "quarkus.management.port | 8080 | quarkus.management.port must be other than quarkus.http.port (8080), but is 8080",
                "quarkus.http.port | 9000 | quarkus.management.port must be other than quarkus.http.port (9000), but is 9000",
                "quarkus.http.proxy.proxy-address-forwarding | ture | quarkus.http.proxy.proxy-address-forwarding must be true or false, but is ture",
                "quarkus.log.category.\"audit\".level | LOUD | quarkus.log.category.\"audit\".level must be a log level such as INFO or OFF, but is LOUD",
                "quarkus.otel.exporter.otlp.endpoint | http://collector:port | quarkus.otel.exporter.otlp.endpoint must be of the form http://host:4317",
                "quarkus.otel.exporter.otlp.endpoint | http://:4317 | quarkus.otel.exporter.otlp.endpoint must be of the form http://host:4317",
                "quarkus.otel.exporter.otlp.endpoint | collector:4317 | quarkus.otel.exporter.otlp.endpoint must be of the form http://host:4317",
                "quarkus.otel.traces.sampler.arg | 2 | quarkus.otel.traces.sampler.arg must be at most 1, but is 2",
                "quarkus.otel.traces.sampler.arg | half | quarkus.otel.traces.sampler.arg must be a number, but is half",
                "useradmin.operator.jdbc-url | jdbc:postgresql://x:port/y | useradmin.operator.jdbc-url must be of the form jdbc:postgresql://host:port/database",
                "useradmin.operator.jdbc-url | jdbc:postgresql://,/y | useradmin.operator.jdbc-url must be of the form jdbc:postgresql://host:port/database",
                "useradmin.operator.jdbc-url | postgresql://x | useradmin.operator.jdbc-url must be of the form jdbc:postgresql://host:port/database",
                "quarkus.datasource.reactive.trust-certificate-pem.certs | nowhere.pem | quarkus.datasource.reactive.trust-certificate-pem.certs must be PEM files with certificates, but nowhere.pem is none",
                "quarkus.datasource.reactive.trust-certificate-pem.certs | pom.xml | quarkus.datasource.reactive.trust-certificate-pem.certs must be PEM files with certificates, but pom.xml is none",
                "quarkus.datasource.reactive.postgresql.ssl-mode | verify-full | quarkus.datasource.reactive.trust-certificate-pem.certs must be set, because verify-ca and verify-full need it",
                "quarkus.datasource.reactive.url | postgresql://x/y?a=b&sslmode=verify-ca | quarkus.datasource.reactive.trust-certificate-pem.certs must be set, because verify-ca and verify-full need it",
                "quarkus.datasource.reactive.url | postgresql://x/y,postgresql://z/y?sslmode=verify-ca | quarkus.datasource.reactive.trust-certificate-pem.certs must be set, because verify-ca and verify-full need it",
                "useradmin.database.replica-url | postgresql://x/y?sslmode=verify-full | quarkus.datasource.reactive.trust-certificate-pem.certs must be set, because verify-ca and verify-full need it",
                "quarkus.datasource.reactive.postgresql.ssl-mode | on | quarkus.datasource.reactive.postgresql.ssl-mode must be disable, allow, prefer, require, verify-ca or verify-full, but is on",
                "useradmin.htpp.deadline | 5s | useradmin.htpp.deadline is not a setting of this service",
                "useradmin.http.max.body.size | 5 | useradmin.http.max.body.size is not a setting of this service",
            })
    void reportsAnError(String name, String value, String problem) {
        properties.put(name, value);

        assertThat(problems()).containsExactly(problem);
    }

    @Test
    void acceptsCertificates(@TempDir Path folder) throws Exception {
        properties.put("quarkus.datasource.reactive.postgresql.ssl-mode", "verify-full");
        properties.put(
                DatabaseTls.CERTIFICATES,
                ServerCertificate.create(folder, "server").certificate().toString());

        assertThat(problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://me:p%40ss%2C%25@x:5432/y",
                " postgres://me@[2001:db8::1]/y ",
                "vertx-reactive:postgresql:///y?host=/run/postgresql",
                "postgresql://x/y,postgresql://z/y?sslmode=require"
            })
    void acceptsAUrl(String url) {
        properties.put(KnownSettings.DATABASE_URL, url);

        assertThat(problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify-full", "VERIFY_FULL", "verify_ca"})
    void needsCertificatesInEverySpellingOfTheMode(String mode) {
        properties.put(KnownSettings.TLS_MODE, mode);

        assertThat(problems()).singleElement().asString().startsWith(DatabaseTls.CERTIFICATES + " must be set");
    }

    @Test
    void needsNoCertificatesIfTheSettingOfTheModeOverridesTheUrl() {
        properties.put(KnownSettings.DATABASE_URL, "postgresql://x/y?sslmode=verify-full");
        properties.put(KnownSettings.TLS_MODE, "require");

        assertThat(problems()).isEmpty();
    }

    @Test
    void needsCertificatesIfTheUrlOfTheReplicaOverridesTheSettingOfTheMode() {
        properties.put(KnownSettings.TLS_MODE, "require");
        properties.put(ReactiveUrl.REPLICA_SETTING, "postgresql://x/y?sslmode=verify-full");

        assertThat(problems()).singleElement().asString().startsWith(DatabaseTls.CERTIFICATES + " must be set");
    }

    /** Beyond it, the service's arithmetic would overflow too. */
    @Test
    void allowsNoDocumentThatPostgresCannotStore() {
        properties.put("useradmin.http.max-body-size", "2147483647");
        properties.put("useradmin.data.max-bytes", "268435456");

        assertThat(problems()).containsExactly("useradmin.data.max-bytes must be at most 268435455, but is 268435456");
    }

    @Test
    void reportsAllErrorsAtOnce() {
        properties.put("useradmin.http.max-in-flight", "0");
        properties.put("useradmin.data.max-bytes", "many");
        variables.put("USERADMIN_API_KEY_CACHE_TTL", "1h");
        variables.put("USERADMIN_PORT", "tcp://10.0.0.1:80");

        assertThat(problems())
                .containsExactly(
                        "useradmin.data.max-bytes must be a whole number up to 2147483647, but is many",
                        "useradmin.api-key-cache.ttl must be at most 20s, but is 1h",
                        "useradmin.http.max-in-flight must be at least 1, but is 0",
                        "USERADMIN_PORT is not a setting of this service");
    }

    @Test
    void readsEverySettingFromTheEnvironmentToo() {
        KnownSettings.byName().keySet().stream()
                .filter(name -> name.startsWith("useradmin."))
                .forEach(name -> variables.put(name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT), "?"));

        assertThat(problems())
                .hasSizeGreaterThan(10)
                .noneMatch(problem -> problem.contains("is not a setting"))
                .noneMatch(problem -> problem.startsWith("quarkus."));
    }

    @Test
    void acceptsValuesAtTheirBounds() {
        properties.putAll(Map.of(
                "useradmin.api-key-cache.ttl", "20s",
                "useradmin.http.deadline", "4s",
                "useradmin.http.max-body-size", "65536",
                "useradmin.database.silence-timeout", "15001ms",
                "useradmin.failed-keys.per-minute", "1",
                "quarkus.http.limits.max-connections", "",
                "quarkus.http.port", "0",
                "quarkus.management.port", "0",
                "quarkus.swagger-ui.enabled", "FALSE\n"));
        assertThat(problems()).isEmpty();
    }

    /** Some editors begin a file with it. Then it hides the setting in the first line. */
    @Test
    void reportsAByteOrderMark() {
        properties.put("\ufeffquarkus.http.port", "80");
        variables.put("\ufeffQUARKUS_HTTP_PORT", "80");
        // From the line "# Comment".
        properties.put("\ufeff#", "Comment");

        assertThat(problems())
                .containsExactly(
                        "QUARKUS_HTTP_PORT has no effect, because its file begins with a byte order mark: save the file without it",
                        "quarkus.http.port has no effect, because its file begins with a byte order mark: save the file without it");
    }

    /** As in a script of a shell. */
    @Test
    void reportsAnExport() throws IOException {
        // As with both, of which the environment has the higher ordinal.
        variables.put("EXPORT", "1");
        var lines = new Properties();
        lines.load(new StringReader("export USERADMIN_HTTP_DEADLINE=9s"));
        lines.stringPropertyNames().forEach(name -> dotEnv.put(name, lines.getProperty(name)));

        assertThat(problems())
                .containsExactly(
                        "A line of .env that begins with export has no effect: begin it with the name of the setting");
    }

    /** Its name in lower case is also a name of its source. */
    @Test
    void acceptsAVariableNamedExport() {
        variables.put("EXPORT", "1");

        assertThat(problems()).isEmpty();
    }

    @Test
    void requiresADatabaseIfNeeded() {
        properties.remove(KnownSettings.DATABASE_URL);

        assertThat(problems()).containsExactly(SettingsCheck.NO_DATABASE);
        assertThat(problems(false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "${none:}"})
    void requiresADatabaseThatIsNotEmpty(String url) {
        properties.put(KnownSettings.DATABASE_URL, url);

        assertThat(problems()).containsExactly(SettingsCheck.NO_DATABASE);
    }

    @Test
    void keepsEveryProblemOnALine() {
        properties.put("useradmin.http.deadline", "1\n2\r3");

        properties.put(DatabaseTls.CERTIFICATES, "ca.pem\n");
        properties.put("quarkus.log.category.\"audit\".level", "OFF\n");

        assertThat(problems())
                .satisfiesExactly(
                        problem -> assertThat(problem).endsWith("but is OFF?"),
                        problem -> assertThat(problem).endsWith("but is 1?2?3"),
                        problem -> assertThat(problem).endsWith("but ca.pem? is none"));
    }

    private List<String> problems() {
        return problems(true);
    }

    private List<String> problems(boolean needsDatabase) {
        return SettingsCheck.of(
                SettingsCheck.withDefaults(ConfigUtils.emptyConfigBuilder()
                        .withSources(
                                new PropertiesConfigSource(properties, "file", OF_FILE),
                                new DotEnv(dotEnv),
                                new EnvConfigSource(variables, OF_ENVIRONMENT))),
                needsDatabase);
    }

    /** The source of the file, with the name that SmallRye gives it. */
    private static final class DotEnv extends EnvConfigSource {
        private DotEnv(Map<String, String> variables) {
            super(variables, OF_DOT_ENV);
        }

        @Override
        public String getName() {
            return super.getName() + "[source=file:/somewhere/.env]";
        }
    }
}
