package io.useradmin.telemetry;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.TestDatabase;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ManagementTest extends ManagementCases {}
