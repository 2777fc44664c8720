/**
 * Parses JSON from clients strictly: it reports all violations with their JSON Pointers, keeps the digits of numbers, and accepts
 * only what PostgreSQL's jsonb can store. Binding to classes would stop at the first violation and show names of Java types.
 */
@NullMarked
package io.useradmin.json;

import org.jspecify.annotations.NullMarked;
