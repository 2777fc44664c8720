package io.useradmin.telemetry;

import io.quarkus.test.junit.QuarkusIntegrationTest;

@QuarkusIntegrationTest
class DashboardIT extends DashboardTest {}
