/** Blocked IP addresses of users: list and unblock. */
@NullMarked
package io.useradmin.blockedip;

import org.jspecify.annotations.NullMarked;
