package io.useradmin.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;

/** Tells files in {@code target} that this build wrote from those of earlier ones. */
public final class ThisBuild {
    private static final Instant START = start();

    private ThisBuild() {}

    /** Whether an existing file has changed since this build began. */
    public static boolean wrote(Path file) {
        return file.toFile().lastModified() >= START.toEpochMilli();
    }

    private static Instant start() {
        var build = new Properties();
        try (InputStream file = ThisBuild.class.getResourceAsStream("/useradmin.build")) {
            build.load(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Instant.parse(build.getProperty("built_at"));
    }
}
