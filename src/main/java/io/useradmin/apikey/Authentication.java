package io.useradmin.apikey;

import java.time.Duration;

/** What the check of a key comes to. */
sealed interface Authentication {
    /** The key is good. */
    record Accepted(Caller caller) implements Authentication {}

    /** There is no key, or it is malformed, unknown, expired or revoked: the caller does not learn which. */
    record Refused() implements Authentication {}

    /**
     * The source has failed too often: the key is not good, or it was not looked up.
     *
     * @param retryAfter how long the source should wait
     */
    record Limited(Duration retryAfter) implements Authentication {}
}
