/** Sends the change feed to systems that cannot read it. The only package that calls out over HTTP, and not part of the service. */
@NullMarked
package io.useradmin.operator.deliver;

import org.jspecify.annotations.NullMarked;
