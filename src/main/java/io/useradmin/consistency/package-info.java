/** The X-Consistency-Token header: a read after a write sees it, also on a replica. */
@NullMarked
package io.useradmin.consistency;

import org.jspecify.annotations.NullMarked;
