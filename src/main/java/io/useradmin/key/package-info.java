/** Manages the keys of a tenant over HTTP. A key cannot grant more than it has. */
@NullMarked
package io.useradmin.key;

import org.jspecify.annotations.NullMarked;
