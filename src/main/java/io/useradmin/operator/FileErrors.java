package io.useradmin.operator;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** Describes file errors of a command. */
final class FileErrors {
    private FileErrors() {}

    /** The error, without the class names that are in many messages of Java. */
    static String describe(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            default ->
                Objects.requireNonNullElse(
                        failure.getMessage(), failure.getClass().getSimpleName());
        };
    }
}
