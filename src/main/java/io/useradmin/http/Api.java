package io.useradmin.http;

import io.vertx.core.http.HttpServerRequest;

/** What is the API, among all that the server answers. */
final class Api {
    private static final String ROOT = "/api";

    private Api() {}

    static boolean isAskedFor(HttpServerRequest request) {
        String path = request.path();
        return path != null && path.startsWith(ROOT);
    }
}
