package io.useradmin.operator.settings;

import static io.useradmin.operator.settings.Bound.atLeast;
import static io.useradmin.operator.settings.Bound.atMost;
import static io.useradmin.operator.settings.Bound.moreThan;
import static io.useradmin.operator.settings.Setting.optional;
import static io.useradmin.operator.settings.Setting.required;

import io.useradmin.apikey.FailedKeyConfig;
import io.useradmin.apikey.KeyCacheConfig;
import io.useradmin.audit.AuditConfig;
import io.useradmin.audit.EventConfig;
import io.useradmin.console.ConsoleConfig;
import io.useradmin.database.DatabaseBounds;
import io.useradmin.database.ReactiveUrl;
import io.useradmin.json.JsonLimits;
import io.useradmin.server.HttpLimits;
import io.useradmin.shared.ListLimits;
import io.useradmin.userexport.ExportConfig;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All settings that are checked: those of the service, and those of Quarkus that are in docs/configuration.md. */
final class KnownSettings {
    static final String DATABASE_URL = "quarkus.datasource.reactive.url";

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
            ExportConfig.class);

    private static final Form DATABASE =
            Form.secret("(?:vertx-reactive:)?postgres(?:ql)?://.*", "of the form postgresql://host:port/database");
    private static final Form PORT = Form.WHOLE_NUMBER;
    private static final Form LOG_LEVEL = Form.text(
            "(?i)off|fatal|severe|error|warn|warning|info|config|debug|fine|finer|trace|finest|all|inherit",
            "a log level such as INFO or OFF");

    private static final List<Setting> WITHOUT_MAPPING = List.of(
            optional(DATABASE_URL, DATABASE),
            optional(ReactiveUrl.REPLICA_SETTING, DATABASE),
            optional("quarkus.datasource.username", Form.TEXT),
            optional("quarkus.datasource.password", Form.TEXT),
            optional(
                    "quarkus.datasource.reactive.postgresql.ssl-mode",
                    Form.text(
                            "(?i)disable|allow|prefer|require|verify[-_]ca|verify[-_]full",
                            "disable, allow, prefer, require, verify-ca or verify-full")),
            optional("quarkus.datasource.reactive.trust-certificate-pem.certs", Form.TEXT),
            required("quarkus.datasource.reactive.max-size", Form.WHOLE_NUMBER, atLeast("1")),
            required("quarkus.datasource.reactive.postgresql.pipelining-limit", Form.WHOLE_NUMBER, atLeast("1")),
            required("quarkus.datasource.reactive.idle-timeout", Form.DURATION, atLeast("1ms"), atMost("24h")),
            required("quarkus.datasource.reactive.max-lifetime", Form.DURATION, atLeast("1ms"), atMost("24h")),
            required("quarkus.shutdown.delay", Form.DURATION, atLeast("0s")),
            required("quarkus.shutdown.timeout", Form.DURATION, atLeast("useradmin.http.deadline")),
            required("quarkus.http.host", Form.TEXT),
            required("quarkus.http.port", PORT, atLeast("0"), atMost("65535")),
            required("quarkus.management.port", PORT, atLeast("0"), atMost("65535")),
            required(
                    "quarkus.http.idle-timeout",
                    Form.DURATION,
                    atLeast("useradmin.http.deadline"),
                    moreThan("useradmin.events.keep-alive"),
                    atMost("24h")),
            optional("quarkus.http.limits.max-connections", Form.WHOLE_NUMBER, atLeast("1")),
            required("quarkus.http.proxy.proxy-address-forwarding", Form.SWITCH),
            optional(
                    "quarkus.otel.exporter.otlp.endpoint",
                    Form.secret("https?://\\S+", "of the form http://host:4317")),
            optional("quarkus.otel.traces.sampler", Form.TEXT),
            optional("quarkus.otel.traces.sampler.arg", Form.NUMBER, atLeast("0")),
            required("quarkus.log.category.\"access\".level", LOG_LEVEL),
            required("quarkus.log.category.\"audit\".level", LOG_LEVEL),
            required("quarkus.log.console.json.enabled", Form.SWITCH),
            required("quarkus.swagger-ui.enabled", Form.SWITCH),
            optional(
                    "useradmin.operator.jdbc-url",
                    Form.secret("jdbc:postgresql:\\S*", "of the form jdbc:postgresql://host:port/database")),
            optional(
                    "useradmin.ssf.issuer",
                    Form.text(
                            "https://([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:[0-9]{1,5})?",
                            "of the form https://id.example.com, without a path")),
            optional("useradmin.dev.folder", Form.TEXT));

    private KnownSettings() {}

    /** The settings by name, sorted. */
    static SortedMap<String, Setting> byName() {
        var byName = new TreeMap<String, Setting>();
        Stream.concat(MAPPINGS.stream().flatMap(Setting::ofMapping), WITHOUT_MAPPING.stream())
                .forEach(setting -> byName.put(setting.name(), setting));
        return byName;
    }
}
