/** Disconnects identities of users at external providers. */
@NullMarked
package io.useradmin.identity;

import org.jspecify.annotations.NullMarked;
