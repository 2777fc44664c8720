/** A user's sessions: listed and revoked. */
@NullMarked
package io.useradmin.session;

import org.jspecify.annotations.NullMarked;
