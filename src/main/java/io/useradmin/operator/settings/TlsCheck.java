package io.useradmin.operator.settings;

import io.useradmin.database.DatabaseTls;
import io.useradmin.database.ReactiveUrl;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/** Checks the CA certificates of the database. The service reads them only when it connects, and then every request would fail. */
final class TlsCheck {
    private static final Pattern VERIFIES = Pattern.compile("(?i)(?:.*[?&]sslmode=)?verify[-_](?:ca|full)(?:&.*)?");

    private TlsCheck() {}

    /** @param values the well-formed settings that are set */
    static Stream<String> problems(Config config, Map<String, ?> values) {
        if (values.containsKey(DatabaseTls.CERTIFICATES)) {
            return config.getValues(DatabaseTls.CERTIFICATES, String.class).stream()
                    .filter(file -> !hasCertificates(file))
                    .map(file -> DatabaseTls.CERTIFICATES + " must be PEM files with certificates, but " + file
                            + " is none");
        }
        return modes(values).anyMatch(mode -> VERIFIES.matcher(mode).matches())
                ? Stream.of(DatabaseTls.CERTIFICATES + " must be set, because verify-ca and verify-full need it")
                : Stream.empty();
    }

    /** The setting of the mode overrides the URLs. */
    private static Stream<String> modes(Map<String, ?> values) {
        Stream<String> names = values.containsKey(KnownSettings.TLS_MODE)
                ? Stream.of(KnownSettings.TLS_MODE)
                : Stream.of(KnownSettings.DATABASE_URL, ReactiveUrl.REPLICA_SETTING);
        return names.filter(values::containsKey).map(values::get).map(String::valueOf);
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
