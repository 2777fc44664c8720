package io.useradmin.server;

/** The order of all filters of a request, smallest first. */
public final class FilterOrder {
    /** Who calls: before anything else. */
    public static final int AUTHENTICATION = 1000;
    /** Whether the path is what it seems. */
    public static final int PATH = 1500;
    /** Whether any answer would be understood. */
    public static final int ACCEPT = 2000;
    /** Whether the caller may do the operation: once it is known which one it is, before its input is read. */
    public static final int SCOPE = 3000;
    /** Whether the body can be read, before any of it is. */
    public static final int BODY = 4000;

    private FilterOrder() {}
}
