/** Admission control: limits how many requests the service accepts at the same time, for how long, and with how much memory. */
@NullMarked
package io.useradmin.admission;

import org.jspecify.annotations.NullMarked;
