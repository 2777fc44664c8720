/**
 * Reads JSON from clients strictly and completely: it finds every violation with its JSON Pointer, keeps the digits of numbers,
 * and accepts nothing that PostgreSQL's jsonb cannot store. Binding to classes would stop at the first violation and name Java
 * types.
 */
@NullMarked
package io.useradmin.json;

import org.jspecify.annotations.NullMarked;
