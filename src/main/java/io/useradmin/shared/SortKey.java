package io.useradmin.shared;

import java.util.Locale;

/** A property that a list can be sorted by: a constant of an enum with the name that the API has for it, in capitals. */
public interface SortKey {
    /** The name of the constant. */
    String name();

    /** What PostgreSQL sorts by, as SQL. */
    String column();

    /** The name in the API. */
    default String parameterName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
