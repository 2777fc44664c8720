/** API keys: format, check, cache, scopes, and the filters that enforce them. */
@NullMarked
package io.useradmin.apikey;

import org.jspecify.annotations.NullMarked;
