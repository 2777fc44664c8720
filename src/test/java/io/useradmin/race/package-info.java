/** Storms: many callers at once over few rows, and what has to hold afterwards whoever came first. */
package io.useradmin.race;
