/** Storms: many concurrent requests on few rows, and rules that must hold whatever their order. */
package io.useradmin.race;
