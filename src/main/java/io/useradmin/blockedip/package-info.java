/** The IP addresses from which users log in: record, get, list the blocked ones and unblock them, also across a tenant. */
@NullMarked
package io.useradmin.blockedip;

import org.jspecify.annotations.NullMarked;
