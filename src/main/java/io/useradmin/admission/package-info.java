/** Admission control: how much the service takes on at a time, for how long, and in how much memory. */
@NullMarked
package io.useradmin.admission;

import org.jspecify.annotations.NullMarked;
