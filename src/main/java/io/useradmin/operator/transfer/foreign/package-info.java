/** Converts users of other products to our format, line by line. Data without a place there is counted by name. */
@NullMarked
package io.useradmin.operator.transfer.foreign;

import org.jspecify.annotations.NullMarked;
