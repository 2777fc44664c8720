/** HTTP helpers for resources: bodies, preconditions, entity tags, page headers. */
@NullMarked
package io.useradmin.http;

import org.jspecify.annotations.NullMarked;
