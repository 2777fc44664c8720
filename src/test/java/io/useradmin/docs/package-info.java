/** Tests of what the documents say. */
package io.useradmin.docs;
