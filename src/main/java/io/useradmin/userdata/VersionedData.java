package io.useradmin.userdata;

/**
 * A stored data document.
 *
 * @param json the document as JSON text; its numbers have the same digits as in the request
 * @param version changes with every change of the document; never used again
 */
record VersionedData(String json, long version) {}
