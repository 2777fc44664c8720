package io.useradmin.server;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class RequestPathIT extends RequestPathTest {}
