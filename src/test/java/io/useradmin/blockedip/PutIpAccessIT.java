package io.useradmin.blockedip;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class PutIpAccessIT extends PutIpAccessTest {}
