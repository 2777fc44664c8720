/** Admission control: how many requests the service accepts at a time, for how long, and with how much memory. */
@NullMarked
package io.useradmin.admission;

import org.jspecify.annotations.NullMarked;
