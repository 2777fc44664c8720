/** Writes events, the records of changes that the audit log and the change feed show. */
@NullMarked
package io.useradmin.audit;

import org.jspecify.annotations.NullMarked;
