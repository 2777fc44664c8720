package io.useradmin.testsupport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A private key and a self-signed certificate for {@code localhost}, as PEM files that only their owner can read. */
public record ServerCertificate(Path certificate, Path key) {
    private static final String ALIAS = "server";
    private static final String PASSWORD = "password";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII));

    /** Creates both with the JDK's keytool. The file names start with {@code name}. */
    public static ServerCertificate create(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        runKeytool(store);
        KeyStore made = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        return new ServerCertificate(
                write(
                        folder.resolve(name + ".crt"),
                        "CERTIFICATE",
                        made.getCertificate(ALIAS).getEncoded()),
                write(folder.resolve(name + ".key"), "PRIVATE KEY", privateKey(made)));
    }

    private static void runKeytool(Path store) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        if (keytool.waitFor() != 0) {
            throw new AssertionError("keytool failed: " + output);
        }
    }

    private static byte[] privateKey(KeyStore store) throws GeneralSecurityException {
        return store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
    }

    /** PostgreSQL refuses a key that others can read. */
    private static Path write(Path file, String type, byte[] content) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(
                file,
                "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(type, LINES.encodeToString(content)));
    }
}
