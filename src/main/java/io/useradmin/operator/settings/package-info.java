/** The settings, their allowed values, and the check of a process's settings. */
@NullMarked
package io.useradmin.operator.settings;

import org.jspecify.annotations.NullMarked;
