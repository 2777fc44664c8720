package io.useradmin.connection;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import io.useradmin.testsupport.Repeated;

/** The same tests, against the packaged service. */
@Repeated
@QuarkusIntegrationTest
class FloodIT extends FloodTest {}
