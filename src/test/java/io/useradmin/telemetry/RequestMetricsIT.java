package io.useradmin.telemetry;

import io.quarkus.test.junit.QuarkusIntegrationTest;

@QuarkusIntegrationTest
class RequestMetricsIT extends RequestMetricsTest {}
