/** What the service does when what it needs breaks: faults are injected into real processes, and what is left is looked at. */
package io.useradmin.fault;
