/** Tests of the documents. */
package io.useradmin.docs;
