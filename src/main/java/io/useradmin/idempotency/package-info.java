/** The Idempotency-Key header: a repeated request gets the stored response of the first one and changes nothing. */
@NullMarked
package io.useradmin.idempotency;

import org.jspecify.annotations.NullMarked;
