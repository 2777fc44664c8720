package io.useradmin.admission;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class InFlightLimitIT extends InFlightLimitTest {}
