package io.useradmin.telemetry;

import static io.useradmin.testsupport.Api.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;

import io.useradmin.testsupport.Management;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths are on the API's port, and which on the management port. */
abstract class ManagementCases {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/q/health",
                "/q/health/live",
                "/q/health/ready",
                "/q/health/started",
                "/q/metrics",
                "/q/info",
                "/metrics",
                "/health"
            })
    void isNotOnTheApiPort(String path) {
        given().get(path)
                .then()
                .statusCode(404)
                .contentType("application/problem+json")
                .body("type", equalTo("urn:useradmin:problem:unknown-path"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/health", "/q/health/live", "/q/health/ready", "/q/health/started"})
    void hasHealthChecks(String path) {
        Management.get(path).then().statusCode(200).body("status", equalTo("UP"));
    }

    @Test
    void hasBuildInformation() {
        Management.get("/q/info")
                .then()
                .statusCode(200)
                .contentType("application/json")
                .body("version", matchesPattern("\\d+\\.\\d+\\.\\d+.*"))
                .body("commit", matchesPattern("[0-9a-f]{40}|unknown"))
                .body("built_at", matchesPattern("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/openapi", "/q/swagger-ui/"})
    void hasNoPathsOfTheApiPort(String path) {
        given().get(path).then().statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/users", "/api/users/u1/sessions"})
    void servesNoOperation(String path) {
        Management.get(path).then().statusCode(404);
    }
}
