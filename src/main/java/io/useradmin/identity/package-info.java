/** Identities of users at external providers: disconnected. */
@NullMarked
package io.useradmin.identity;

import org.jspecify.annotations.NullMarked;
