package io.useradmin.shared;

/** A property that a list can be sorted by. */
public interface SortKey {
    /** The name in the API. */
    String parameterName();
}
