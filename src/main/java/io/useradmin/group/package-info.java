/** Groups and their members. */
@NullMarked
package io.useradmin.group;

import org.jspecify.annotations.NullMarked;
