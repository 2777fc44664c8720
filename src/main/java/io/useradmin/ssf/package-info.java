/** OpenID Shared Signals: streams of Security Event Tokens, made of the events of the change feed, which receivers poll. */
@NullMarked
package io.useradmin.ssf;

import org.jspecify.annotations.NullMarked;
