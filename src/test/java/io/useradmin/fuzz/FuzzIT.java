package io.useradmin.fuzz;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class FuzzIT extends FuzzTest {}
