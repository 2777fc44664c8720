/** Fault injection: tests break the database, the network and processes, and check the state afterwards. */
package io.useradmin.fault;
