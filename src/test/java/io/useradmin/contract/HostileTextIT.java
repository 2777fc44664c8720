package io.useradmin.contract;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class HostileTextIT extends HostileTextTest {}
