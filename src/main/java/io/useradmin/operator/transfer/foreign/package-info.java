/** Converts users of other products to our format, line by line. Data that cannot be imported is counted by name. */
@NullMarked
package io.useradmin.operator.transfer.foreign;

import org.jspecify.annotations.NullMarked;
