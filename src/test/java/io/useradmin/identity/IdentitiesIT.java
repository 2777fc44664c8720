package io.useradmin.identity;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class IdentitiesIT extends IdentitiesTest {}
