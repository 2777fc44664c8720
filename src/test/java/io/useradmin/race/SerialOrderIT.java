package io.useradmin.race;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class SerialOrderIT extends SerialOrderTest {}
