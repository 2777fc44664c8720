/** Tests with a Citus cluster: operations, commands and the change feed. */
package io.useradmin.citus;
