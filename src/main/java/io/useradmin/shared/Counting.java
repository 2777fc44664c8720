package io.useradmin.shared;

/** How far the elements of a list are counted. */
public enum Counting {
    /** Up to {@link CountLimit}. */
    BOUNDED,
    /** To the end, at any cost; the statement timeout bounds it. */
    EXACT
}
