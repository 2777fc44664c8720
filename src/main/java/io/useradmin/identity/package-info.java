/** External identities of users: disconnect. */
@NullMarked
package io.useradmin.identity;

import org.jspecify.annotations.NullMarked;
