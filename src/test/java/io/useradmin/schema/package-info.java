/** What becomes of the data when the schema changes, and when the database is lost. */
package io.useradmin.schema;
