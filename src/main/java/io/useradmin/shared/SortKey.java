package io.useradmin.shared;

import java.util.Locale;

/** A property by which a list can be sorted: an enum constant with the same name as in the API, in capitals. */
public interface SortKey {
    String name();

    /** The SQL expression by which PostgreSQL sorts. */
    String column();

    /** The name in the API. */
    default String parameterName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
