/** The suites of tests that start the framework. Of all packages, this one has the last name, because the build starts with it. */
package io.useradmin.withframework;
