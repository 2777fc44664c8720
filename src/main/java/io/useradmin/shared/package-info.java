/** Basics for all features: identifiers, paging and sorting, violations, time. It depends on no other package. */
@NullMarked
package io.useradmin.shared;

import org.jspecify.annotations.NullMarked;
