package io.useradmin.shared;

/** The location of a violation in a request. */
public sealed interface Location {
    /** A member of the body, as a JSON Pointer (RFC 6901). The empty pointer is the whole body. */
    record Pointer(String value) implements Location {
        /** More characters than 32 names of 256 have, each of which can have two in a pointer. */
        public static final int LONGEST = 32_768;
    }

    /** A query or path parameter, by name. */
    record Parameter(String value) implements Location {}

    /** A request header, by name. */
    record Header(String value) implements Location {}

    /** The name of the location within its kind. */
    String value();
}
