package io.useradmin.openapi;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the OpenAPI document on the first request for it. Quarkus would do this at startup, where it took half of the main
 * thread's time: it parses the JSON that the build generated, and writes it as JSON and as YAML.
 */
@Singleton
class LateDocument {
    /** All routes of Quarkus to the document begin with this. */
    private static final String PATH = "/q/openapi";

    private final Vertx vertx;
    private volatile @Nullable Callable<?> preparation;

    LateDocument(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Stores the action that prepares the document. */
    void keep(Callable<?> preparation) {
        this.preparation = preparation;
    }

    void register(@Observes Filters filters) {
        RouterHandler.OPENAPI_DOCUMENT.register(filters, this::prepareFor);
    }

    private void prepareFor(RoutingContext request) {
        if (preparation != null && request.normalizedPath().startsWith(PATH)) {
            Callable<@Nullable Void> prepared = this::prepare;
            vertx.executeBlocking(prepared).onSuccess(_ -> request.next()).onFailure(request::fail);
        } else {
            request.next();
        }
    }

    private synchronized @Nullable Void prepare() throws Exception {
        Callable<?> open = preparation;
        if (open != null) {
            open.call();
            preparation = null;
        }
        return null;
    }
}
