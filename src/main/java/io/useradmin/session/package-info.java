/** The sessions of users: list and revoke. */
@NullMarked
package io.useradmin.session;

import org.jspecify.annotations.NullMarked;
