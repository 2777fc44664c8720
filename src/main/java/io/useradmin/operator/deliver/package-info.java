/**
 * Pushes the change feed to systems that cannot read it. This is the only package with outbound HTTP calls, and not part of the
 * service.
 */
@NullMarked
package io.useradmin.operator.deliver;

import org.jspecify.annotations.NullMarked;
