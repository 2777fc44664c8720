/** Users of other products, told line by line in our own format. What has no place there is counted by its name. */
@NullMarked
package io.useradmin.operator.transfer.foreign;

import org.jspecify.annotations.NullMarked;
