/**
 * Reads on a standby: its replayed position, which reads it may serve, and the position of each write (docs/adr/0016-replica.md).
 */
@NullMarked
package io.useradmin.database.replica;

import org.jspecify.annotations.NullMarked;
