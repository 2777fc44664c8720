package io.useradmin.group;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class MembershipsIT extends MembershipsTest {}
