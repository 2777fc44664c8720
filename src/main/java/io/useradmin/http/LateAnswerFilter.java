package io.useradmin.http;

import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Drops what an operation comes to after {@link Deadline} has told its caller that it took too long. */
@Singleton
class LateAnswerFilter {
    @ServerResponseFilter
    void drop(ContainerResponseContext late, HttpServerRequest request) {
        if (request.response().ended()) {
            late.setEntity(null);
        }
    }
}
