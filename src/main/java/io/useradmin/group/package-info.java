/** Groups: users are assigned to them. */
@NullMarked
package io.useradmin.group;

import org.jspecify.annotations.NullMarked;
