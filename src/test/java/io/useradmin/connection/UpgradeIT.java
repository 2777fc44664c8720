package io.useradmin.connection;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import io.useradmin.testsupport.Repeated;

/** The same tests, against the packaged service. */
@QuarkusIntegrationTest
@Repeated
class UpgradeIT extends UpgradeTest {}
