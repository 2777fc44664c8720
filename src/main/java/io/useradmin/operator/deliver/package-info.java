/**
 * Pushes the change feed to systems that cannot read it. Only this package makes outbound HTTP calls, and it is not part of the
 * service.
 */
@NullMarked
package io.useradmin.operator.deliver;

import org.jspecify.annotations.NullMarked;
