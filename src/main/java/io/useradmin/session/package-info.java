/** The sessions of users: record, get, list and revoke, also across a tenant. */
@NullMarked
package io.useradmin.session;

import org.jspecify.annotations.NullMarked;
