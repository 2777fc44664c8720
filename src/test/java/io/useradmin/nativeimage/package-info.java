/**
 * Finds code that would fail only in a native binary, without building one: look-ups by name or reflection that are not
 * registered ({@code docs/images.md}).
 */
package io.useradmin.nativeimage;
