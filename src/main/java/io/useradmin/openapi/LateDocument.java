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
 * Prepares the OpenAPI document with the first request for it. The framework does it at start, where it took half of the main thread's
 * time: it reads the JSON made by the build, and writes it as JSON and as YAML.
 */
@Singleton
class LateDocument {
    /** How all the framework's routes to the document begin. */
    private static final String PATH = "/q/openapi";

    private final Vertx vertx;
    private volatile @Nullable Callable<?> preparation;

    LateDocument(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Keeps what prepares the document. */
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
