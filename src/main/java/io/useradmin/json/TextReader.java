package io.useradmin.json;

import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.util.Optional;

/**
 * Parses a string of a request.
 *
 * @param <T> the parsed value
 */
@FunctionalInterface
public interface TextReader<T> {
    /** The value of {@code text}. If it is invalid, adds a violation of {@code location} and returns empty. */
    Optional<T> read(Location location, String text, Violations violations);
}
