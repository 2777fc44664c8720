package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Deletes the log of an earlier build when a test JVM starts. The service appends to its log, because it starts several times. */
public final class FreshLog implements LauncherSessionListener {
    private static boolean isDeleted;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (!isDeleted) {
            isDeleted = true;
            Optional.ofNullable(System.getProperty("quarkus.log.file.path"))
                    .map(Path::of)
                    .ifPresent(FreshLog::delete);
        }
    }

    private static void delete(Path log) {
        try {
            Files.deleteIfExists(log);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
