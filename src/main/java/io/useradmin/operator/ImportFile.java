package io.useradmin.operator;

import io.useradmin.operator.transfer.Source;
import io.useradmin.shared.Sha256;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The file that is imported, or standard input.
 *
 * @param name the name on the command line
 */
record ImportFile(String name) {
    private static final String STANDARD_INPUT = "-";
    /** Leaves as much for the name of the imported file; the name of a file has at most 255 bytes. */
    private static final int LONGEST_TENANT = 128;

    /** Fails if the file cannot be read. */
    void requireReadable() {
        if (!isStandardInput() && (!Files.isReadable(path()) || Files.isDirectory(path()))) {
            throw new Failure("The file " + name + " does not exist or cannot be read.");
        }
        if (isStandardInput() && isStandardInputClosed()) {
            throw new Failure("Standard input is closed.");
        }
    }

    /** Whether it can be read twice, unlike standard input and pipes. */
    boolean isRegular() {
        return !isStandardInput() && Files.isRegularFile(path());
    }

    /** Whether it is {@code other}, also under another name. */
    boolean isSame(Path other) {
        return areSame(path(), other);
    }

    Source open(SourceFormat format) throws IOException {
        return isStandardInput() ? format.open(new FileInputStream(FileDescriptor.in)) : format.open(path());
    }

    /** The number of bytes; 0 for standard input. */
    long size() throws IOException {
        return isStandardInput() ? 0 : Files.size(path());
    }

    /** Identifies this version of the file, and its format, for the checkpoint. Empty for standard input. */
    Optional<String> version(SourceFormat format) throws IOException {
        return isStandardInput()
                ? Optional.empty()
                : Optional.of("%s as %s, %d bytes, %s"
                        .formatted(path().getFileName(), format, size(), Files.getLastModifiedTime(path())));
    }

    /** It has the tenant, so that imports of one file into several tenants have their own. */
    Path defaultRejects(String tenant) {
        return Path.of("%s.%s.rejects".formatted(isStandardInput() ? "import" : name, inFileName(tenant)));
    }

    /** The encoding may be longer than a file name. It never begins with the character before the digest. */
    private static String inFileName(String tenant) {
        String encoded = URLEncoder.encode(tenant, StandardCharsets.UTF_8);
        return encoded.length() <= LONGEST_TENANT
                ? encoded
                : "~" + HexFormat.of().formatHex(Sha256.of(tenant.getBytes(StandardCharsets.UTF_8)));
    }

    private boolean isStandardInput() {
        return name.equals(STANDARD_INPUT);
    }

    /** Its number is free then. The JVM has opened its first file with it, which the import would read. */
    private static boolean isStandardInputClosed() {
        Path openFiles = Path.of("/dev/fd");
        Path input = openFiles.resolve("0");
        Path firstFile = Path.of(System.getProperty("java.home", ""), "lib", "modules");
        return Files.exists(openFiles) && (!Files.exists(input) || areSame(input, firstFile));
    }

    private static boolean areSame(Path path, Path other) {
        try {
            return path.equals(other) || (Files.exists(path) && Files.exists(other) && Files.isSameFile(path, other));
        } catch (IOException failure) {
            throw new Failure("The files cannot be compared: " + FileErrors.describe(failure) + ".");
        }
    }

    private Path path() {
        return Path.of(name);
    }
}
