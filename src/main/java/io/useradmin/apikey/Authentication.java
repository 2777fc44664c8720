package io.useradmin.apikey;

import java.time.Duration;

/** The result of checking a key. */
sealed interface Authentication {
    /** The key is valid. */
    record Accepted(ApiKey key, Caller caller) implements Authentication {}

    /** There is no key, or it is malformed, unknown, expired or revoked. The client does not learn which. */
    record Refused() implements Authentication {}

    /**
     * The source has had too many failures. Either the key is invalid, or it was not looked up.
     *
     * @param retryAfter how long the source should wait
     */
    record Limited(Duration retryAfter) implements Authentication {}
}
