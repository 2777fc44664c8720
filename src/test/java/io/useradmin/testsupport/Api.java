package io.useradmin.testsupport;

import io.quarkus.test.common.http.TestHTTPResourceManager;
import java.net.URI;
import java.util.Optional;

/** Requests as published clients send them. */
public final class Api {
    private static volatile Optional<Integer> otherPort = Optional.empty();

    private Api() {}

    /** A request with the tenant's key, which has all scopes. */
    public static ApiRequest as(Tenant tenant) {
        return withKey(tenant.apiKey());
    }

    public static ApiRequest withKey(String key) {
        return given().header("X-API-KEY", key)
                .contentType("application/json")
                .accept("application/json, application/problem+json");
    }

    /** A request without headers, query or body. */
    public static ApiRequest given() {
        return new ApiRequest(port());
    }

    /** The service's port on localhost. */
    public static int port() {
        return otherPort.orElseGet(
                () -> URI.create(TestHTTPResourceManager.getUri()).getPort());
    }

    /** Sends requests to a service that the framework did not start. */
    public static void usePort(int port) {
        otherPort = Optional.of(port);
    }

    /** Sends requests to the service of the framework again. */
    public static void useOwnPort() {
        otherPort = Optional.empty();
    }
}
