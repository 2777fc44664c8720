/** Events: what is written to the audit log and the change feed with each change. */
@NullMarked
package io.useradmin.audit;

import org.jspecify.annotations.NullMarked;
