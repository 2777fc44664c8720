/** The addresses that are blocked for a user: listed and unblocked. */
@NullMarked
package io.useradmin.blockedip;

import org.jspecify.annotations.NullMarked;
