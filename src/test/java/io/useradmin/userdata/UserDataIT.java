package io.useradmin.userdata;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class UserDataIT extends UserDataTest {}
