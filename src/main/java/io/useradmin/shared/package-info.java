/** What every feature needs: identifiers, paging and sorting, findings about input, time. It knows nothing of the rest. */
@NullMarked
package io.useradmin.shared;

import org.jspecify.annotations.NullMarked;
