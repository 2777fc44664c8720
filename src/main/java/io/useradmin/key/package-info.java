/** Manages the keys of a tenant over HTTP, within what the caller's own key has. */
@NullMarked
package io.useradmin.key;

import org.jspecify.annotations.NullMarked;
