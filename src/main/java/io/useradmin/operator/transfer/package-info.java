/** Users on their way in and out of a tenant, as NDJSON: read, checked and written in bounded memory. */
@NullMarked
package io.useradmin.operator.transfer;

import org.jspecify.annotations.NullMarked;
