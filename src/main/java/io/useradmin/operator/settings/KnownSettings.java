package io.useradmin.operator.settings;

import static io.useradmin.operator.settings.Bound.atLeast;
import static io.useradmin.operator.settings.Bound.atMost;
import static io.useradmin.operator.settings.Bound.moreThan;
import static io.useradmin.operator.settings.Bound.otherThan;
import static io.useradmin.operator.settings.Setting.optional;
import static io.useradmin.operator.settings.Setting.required;

import io.smallrye.config.common.utils.StringUtil;
import io.useradmin.apikey.FailedKeyConfig;
import io.useradmin.apikey.KeyCacheConfig;
import io.useradmin.audit.AuditConfig;
import io.useradmin.audit.EventConfig;
import io.useradmin.console.ConsoleConfig;
import io.useradmin.database.DatabaseBounds;
import io.useradmin.database.DatabaseTls;
import io.useradmin.database.ReactiveUrl;
import io.useradmin.json.JsonLimits;
import io.useradmin.server.HttpLimits;
import io.useradmin.shared.ListLimits;
import io.useradmin.ssf.SsfConfig;
import io.useradmin.userexport.ExportConfig;
import io.vertx.pgclient.SslMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.postgresql.Driver;

/** All settings that are checked: those of the service, and those of Quarkus that are in docs/configuration.md. */
public final class KnownSettings {
    /** The setting for the URL of the service's database. */
    public static final String DATABASE_URL = "quarkus.datasource.reactive.url";

    /** The setting for the database user. */
    public static final String USERNAME = "quarkus.datasource.username";

    /** The setting for the password of {@link #USERNAME}. */
    public static final String PASSWORD = "quarkus.datasource.password";

    /** The setting for the TLS mode of connections to the database. */
    public static final String TLS_MODE = "quarkus.datasource.reactive.postgresql.ssl-mode";

    /** The setting for the URL at which commands connect to the database; by default derived from {@link #DATABASE_URL}. */
    public static final String JDBC_URL = "useradmin.operator.jdbc-url";

    /** The form of {@link #JDBC_URL}. */
    public static final String JDBC_FORM = "of the form jdbc:postgresql://host:port/database";

    static final List<Class<?>> MAPPINGS = List.of(
            ListLimits.class,
            HttpLimits.class,
            JsonLimits.class,
            DatabaseBounds.class,
            KeyCacheConfig.class,
            FailedKeyConfig.class,
            EventConfig.class,
            AuditConfig.class,
            ConsoleConfig.class,
            ExportConfig.class,
            SsfConfig.class);

    private static final SettingSyntax PORT = SettingSyntax.WHOLE_NUMBER;
    private static final SettingSyntax LOG_LEVEL = SettingSyntax.text(
            "(?i)off|fatal|severe|error|warn|warning|info|config|debug|fine|finer|trace|finest|all|inherit",
            "a log level such as INFO or OFF");

    private static final List<Setting> WITHOUT_MAPPING = List.of(
            optional(DATABASE_URL, SettingSyntax.secret(KnownSettings::areUrls, ReactiveUrl.FORM)),
            optional(ReactiveUrl.REPLICA_SETTING, SettingSyntax.secret(KnownSettings::isUrl, ReactiveUrl.FORM)),
            optional(USERNAME, SettingSyntax.TEXT),
            optional(PASSWORD, SettingSyntax.TEXT),
            optional(TLS_MODE, SettingSyntax.of(SslMode.class, DatabaseTls.MODES)),
            optional(DatabaseTls.CERTIFICATES, SettingSyntax.TEXT),
            required("quarkus.datasource.reactive.max-size", SettingSyntax.WHOLE_NUMBER, atLeast("1")),
            required(
                    "quarkus.datasource.reactive.postgresql.pipelining-limit",
                    SettingSyntax.WHOLE_NUMBER,
                    atLeast("1")),
            required("quarkus.datasource.reactive.idle-timeout", SettingSyntax.DURATION, atLeast("1ms"), atMost("24h")),
            required("quarkus.datasource.reactive.max-lifetime", SettingSyntax.DURATION, atLeast("1ms"), atMost("24h")),
            required("quarkus.shutdown.delay", SettingSyntax.DURATION, atLeast("0s"), atMost("1h")),
            required(
                    "quarkus.shutdown.timeout",
                    SettingSyntax.DURATION,
                    atLeast("useradmin.http.deadline"),
                    atMost("24h")),
            required("quarkus.http.host", SettingSyntax.text("\\S+", "a host name or an IP address")),
            required("quarkus.http.port", PORT, atLeast("0"), atMost("65535")),
            required("quarkus.management.port", PORT, atLeast("0"), atMost("65535"), otherThan("quarkus.http.port")),
            required(
                    "quarkus.http.idle-timeout",
                    SettingSyntax.DURATION,
                    atLeast("useradmin.http.deadline"),
                    moreThan("useradmin.events.keep-alive"),
                    atMost("24h")),
            optional("quarkus.http.limits.max-connections", SettingSyntax.WHOLE_NUMBER, atLeast("1")),
            required("quarkus.http.proxy.proxy-address-forwarding", SettingSyntax.SWITCH),
            optional(
                    "quarkus.otel.exporter.otlp.endpoint",
                    SettingSyntax.secret(KnownSettings::hasHost, "of the form http://host:4317")),
            required("quarkus.otel.traces.sampler.arg", SettingSyntax.NUMBER, atLeast("0"), atMost("1")),
            required("quarkus.log.category.\"access\".level", LOG_LEVEL),
            required("quarkus.log.category.\"audit\".level", LOG_LEVEL),
            required("quarkus.log.console.json.enabled", SettingSyntax.SWITCH),
            required("quarkus.swagger-ui.enabled", SettingSyntax.SWITCH),
            optional(JDBC_URL, SettingSyntax.secret(KnownSettings::isJdbcUrl, JDBC_FORM)),
            optional(
                    "useradmin.ssf.issuer",
                    SettingSyntax.text(
                            "https://([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:[0-9]{1,5})?",
                            "of the form https://id.example.com, without a path")),
            optional("useradmin.dev.folder", SettingSyntax.TEXT));

    private KnownSettings() {}

    /**
     * Whether the JDBC driver can read a URL. The driver knows no user before the host: it would take the password there for a
     * part of the host name, and show it.
     */
    public static boolean isJdbcUrl(String text) {
        try {
            Properties parsed = Driver.parseURL(text, null);
            return parsed != null && !parsed.getProperty("PGHOST", "").contains("@");
        } catch (IndexOutOfBoundsException noHost) {
            // The driver does not expect a list of hosts without a host.
            return false;
        }
    }

    /** Several URLs mean a choice of equivalent servers. */
    private static boolean areUrls(String text) {
        String[] urls = StringUtil.split(text);
        return urls.length > 0 && Stream.of(urls).allMatch(KnownSettings::isUrl);
    }

    private static boolean isUrl(String text) {
        return ReactiveUrl.read(text).isPresent();
    }

    private static boolean hasHost(String url) {
        try {
            return url.matches("https?:.*") && new URI(url).getHost() != null;
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    /** The settings by name, sorted. */
    static SortedMap<String, Setting> byName() {
        var byName = new TreeMap<String, Setting>();
        Stream.concat(MAPPINGS.stream().flatMap(Setting::ofMapping), WITHOUT_MAPPING.stream())
                .forEach(setting -> byName.put(setting.name(), setting));
        return byName;
    }
}
