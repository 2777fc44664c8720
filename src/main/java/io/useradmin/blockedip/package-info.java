/** Blocked IP addresses of users: listed and unblocked. */
@NullMarked
package io.useradmin.blockedip;

import org.jspecify.annotations.NullMarked;
