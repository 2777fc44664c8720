package io.useradmin.http;

/** The order of all filters of a request, smallest first. */
public final class FilterOrder {
    /** Who calls: before anything else. */
    public static final int AUTHENTICATION = 1000;
    /** Whether the HTTP of the request can be served at all: media types, body size. */
    public static final int HTTP_RULES = 2000;
    /** Whether the caller may do the operation: once it is known which one it is, before its input is read. */
    public static final int SCOPE = 3000;

    private FilterOrder() {}
}
