package io.useradmin.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class DeadlineIT extends DeadlineTest {}
