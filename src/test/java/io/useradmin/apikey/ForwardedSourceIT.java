package io.useradmin.apikey;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class ForwardedSourceIT extends ForwardedSourceTest {}
