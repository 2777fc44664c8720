/** Reads events: the audit log, newest first, and the change feed, oldest first. */
@NullMarked
package io.useradmin.event;

import org.jspecify.annotations.NullMarked;
