/** Events: the records of each change, for the audit log and the change feed. */
@NullMarked
package io.useradmin.audit;

import org.jspecify.annotations.NullMarked;
