package io.useradmin.server;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.TestDatabase;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RequestPathTest extends RequestPathCases {}
