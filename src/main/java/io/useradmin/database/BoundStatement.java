package io.useradmin.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement with its values.
 *
 * @param values the values of {@code $1} and so on
 */
public record BoundStatement(String sql, List<? extends @Nullable Object> values) {}
