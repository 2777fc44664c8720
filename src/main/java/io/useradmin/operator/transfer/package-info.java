/** Import and export of users as NDJSON, in bounded memory. */
@NullMarked
package io.useradmin.operator.transfer;

import org.jspecify.annotations.NullMarked;
