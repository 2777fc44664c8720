package io.useradmin.userexport;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import io.useradmin.testsupport.Repeated;

@QuarkusIntegrationTest
@Repeated
class ExportedUserIT extends ExportedUserTest {}
