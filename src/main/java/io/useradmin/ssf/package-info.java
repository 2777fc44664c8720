/**
 * OpenID Shared Signals: streams of Security Event Tokens, which are created from events of the change feed, and which receivers
 * poll.
 */
@NullMarked
package io.useradmin.ssf;

import org.jspecify.annotations.NullMarked;
