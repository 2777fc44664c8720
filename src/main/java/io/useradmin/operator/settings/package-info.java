/** Which settings there are, what they may be, and whether those of the process are. */
@NullMarked
package io.useradmin.operator.settings;

import org.jspecify.annotations.NullMarked;
