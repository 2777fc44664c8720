/** Tests of the schema: migrations, statements, sharding, rights, and backups. */
package io.useradmin.schema;
