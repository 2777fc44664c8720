package io.useradmin.admission;

import io.useradmin.request.RequestPipeline.ResponseFilter;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Drops the result of an operation if the client already got 503 at the deadline. */
@Singleton
class LateAnswerFilter {
    @ServerResponseFilter(priority = ResponseFilter.LATE_ANSWER)
    void drop(ContainerResponseContext late, HttpServerRequest request) {
        if (request.response().ended()) {
            late.setEntity(null);
        }
    }
}
