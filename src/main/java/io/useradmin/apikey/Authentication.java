package io.useradmin.apikey;

/** What the check of a key comes to. */
sealed interface Authentication {
    /** The key is good. */
    record Accepted(Caller caller) implements Authentication {}

    /** There is no key, or it is malformed, unknown, expired or revoked: the caller does not learn which. */
    record Refused() implements Authentication {}
}
