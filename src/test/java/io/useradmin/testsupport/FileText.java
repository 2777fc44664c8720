package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads text files in lambdas, which cannot throw an {@link IOException}. */
public final class FileText {
    private FileText() {}

    public static String of(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
