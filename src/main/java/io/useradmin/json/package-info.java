/**
 * Reads JSON from outside strictly and completely: every violation is found and placed by its JSON Pointer, numbers keep
 * their digits, and nothing gets through that PostgreSQL's jsonb cannot hold. Binding to classes would stop at the first
 * violation and name Java types; this does not.
 */
@NullMarked
package io.useradmin.json;

import org.jspecify.annotations.NullMarked;
