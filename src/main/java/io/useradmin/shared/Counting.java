package io.useradmin.shared;

/** Whether the total of a list has a limit. */
public enum Counting {
    /** The service counts up to {@link ListLimits#maxCounted}. */
    BOUNDED,
    /** The service counts all elements. Only the statement timeout limits the cost. */
    EXACT
}
