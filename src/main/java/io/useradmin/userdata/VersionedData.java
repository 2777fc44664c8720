package io.useradmin.userdata;

/**
 * A data document as it is stored.
 *
 * @param json the document as JSON text, its numbers in the digits they were written in
 * @param version changes with every change of the document and never comes back
 */
record VersionedData(String json, long version) {}
