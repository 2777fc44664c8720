package io.useradmin.session;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class PutSessionIT extends PutSessionTest {}
