/** Who calls, and what they may do: the key's format, its check against the database, and the filters that enforce it. */
@NullMarked
package io.useradmin.apikey;

import org.jspecify.annotations.NullMarked;
