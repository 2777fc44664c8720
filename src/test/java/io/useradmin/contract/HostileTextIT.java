package io.useradmin.contract;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import io.useradmin.testsupport.Repeated;

/** The same tests, against the packaged service. */
@QuarkusIntegrationTest
@Repeated
class HostileTextIT extends HostileTextTest {}
