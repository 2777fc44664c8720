package io.useradmin.user;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same against the packaged service. */
@QuarkusIntegrationTest
class PutUserIT extends PutUserTest {}
