package io.useradmin.shared;

/** The place in a request that a violation is about. */
public sealed interface Location {
    /** A member of the body, as an RFC 6901 JSON Pointer; the empty pointer is the whole body. */
    record Pointer(String value) implements Location {}

    /** A query or path parameter by its name. */
    record Parameter(String value) implements Location {}

    /** A request header by its name. */
    record Header(String value) implements Location {}

    /** The name of the location within its kind. */
    String value();
}
