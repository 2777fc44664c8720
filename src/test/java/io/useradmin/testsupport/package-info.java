/** What tests share: a real PostgreSQL, tenants of their own, requests. */
package io.useradmin.testsupport;
