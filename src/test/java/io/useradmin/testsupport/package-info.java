/** Shared by tests: a real PostgreSQL, tenants, requests. */
package io.useradmin.testsupport;
