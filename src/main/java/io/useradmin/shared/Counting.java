package io.useradmin.shared;

/** How far the elements of a list are counted. */
public enum Counting {
    /** Up to {@link CountLimit}. */
    BOUNDED,
    /** To the end, whatever it costs; the timeout of statements bounds it. */
    EXACT
}
