/** What every feature needs: identifiers, paging and sorting, violations, time. It uses no other package. */
@NullMarked
package io.useradmin.shared;

import org.jspecify.annotations.NullMarked;
