/**
 * Finds what only a native binary would miss, without one: what is looked up by name or reflection but not registered
 * ({@code docs/images.md}).
 */
package io.useradmin.nativeimage;
