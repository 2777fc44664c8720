package io.useradmin.operator.settings;

import io.smallrye.config.common.utils.StringUtil;
import io.useradmin.database.DatabaseTls;
import io.useradmin.database.ReactiveUrl;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/** Checks the CA certificates of the database. The service reads them only when it connects, and then every request would fail. */
final class TlsCheck {
    private static final Set<SslMode> VERIFYING = EnumSet.of(SslMode.VERIFY_CA, SslMode.VERIFY_FULL);

    private TlsCheck() {}

    /** @param values the well-formed settings that are set */
    static Stream<String> problems(Config config, Map<String, ?> values) {
        if (values.containsKey(DatabaseTls.CERTIFICATES)) {
            return config.getValues(DatabaseTls.CERTIFICATES, String.class).stream()
                    .filter(file -> !hasCertificates(file))
                    .map(file -> DatabaseTls.CERTIFICATES + " must be PEM files with certificates, but " + file
                            + " is none");
        }
        return modes(values).anyMatch(VERIFYING::contains)
                ? Stream.of(DatabaseTls.CERTIFICATES + " must be set, because verify-ca and verify-full need it")
                : Stream.empty();
    }

    /** The setting of the mode overrides the URLs of the primary. The URL of the replica overrides the setting. */
    private static Stream<SslMode> modes(Map<String, ?> values) {
        Stream<SslMode> ofPrimary = values.get(KnownSettings.TLS_MODE) instanceof SslMode mode
                ? Stream.of(mode)
                : modesInUrls(values, KnownSettings.DATABASE_URL);
        return Stream.concat(ofPrimary, modesInUrls(values, ReactiveUrl.REPLICA_SETTING));
    }

    private static Stream<SslMode> modesInUrls(Map<String, ?> values, String setting) {
        return Stream.of(StringUtil.split(Objects.toString(values.get(setting), "")))
                .map(ReactiveUrl::read)
                .flatMap(Optional::stream)
                .map(ReactiveUrl::sslMode)
                .flatMap(Optional::stream);
    }

    private static boolean hasCertificates(String file) {
        try (InputStream content = Files.newInputStream(Path.of(file))) {
            return !CertificateFactory.getInstance("X.509")
                    .generateCertificates(content)
                    .isEmpty();
        } catch (IOException | CertificateException | InvalidPathException _) {
            return false;
        }
    }
}
