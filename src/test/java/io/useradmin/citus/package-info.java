/** A database that is distributed by Citus: its operations, its commands and its faults. */
package io.useradmin.citus;
