package io.useradmin.telemetry;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import io.useradmin.testsupport.Repeated;

@QuarkusIntegrationTest
@Repeated
class DashboardIT extends DashboardTest {}
