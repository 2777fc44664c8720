package io.useradmin.http2;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class UpgradeIT extends UpgradeTest {}
