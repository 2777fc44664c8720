package io.useradmin.openapi;

import io.quarkus.smallrye.openapi.runtime.OpenApiConstants;
import io.quarkus.smallrye.openapi.runtime.OpenApiDocumentService;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.smallrye.openapi.runtime.io.Format;
import io.useradmin.admission.SharedBody;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.Refusals;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the OpenAPI document on the first request for it. Quarkus would do this at startup, where it took half of the main
 * thread's time: it parses the JSON that the build generated, and writes it as JSON and as YAML.
 *
 * <p>It also sends the document, the same bytes for all requests. Quarkus would copy it for each response, and clients without a
 * key that do not read could fill the memory: a copy has more than 1 MB.
 */
@Singleton
class LateDocument {
    /** The paths that Quarkus has for the document. The router ignores a slash at the end. */
    private static final Pattern PATHS = Pattern.compile("/q/openapi(\\.(?:json|ya?ml))?/?");

    private final Vertx vertx;
    private final OpenApiDocumentService documents;
    private final ProblemRenderer problems;
    private final boolean enabled;
    private final Map<Format, Buffer> prepared = new ConcurrentHashMap<>();
    private volatile @Nullable Callable<?> preparation;

    LateDocument(
            Vertx vertx,
            OpenApiDocumentService documents,
            ProblemRenderer problems,
            @ConfigProperty(name = "quarkus.smallrye-openapi.enabled", defaultValue = "true") boolean enabled) {
        this.vertx = vertx;
        this.documents = documents;
        this.problems = problems;
        this.enabled = enabled;
    }

    /** Stores the action that prepares the document. */
    void keep(Callable<?> preparation) {
        this.preparation = preparation;
    }

    void register(@Observes Filters filters) {
        if (enabled) {
            RouterHandler.OPENAPI_DOCUMENT.register(filters, this::handle);
        }
    }

    private void handle(RoutingContext request) {
        if (!PATHS.matcher(request.normalizedPath()).matches()
                || request.request().method().equals(HttpMethod.OPTIONS)) {
            request.next();
        } else if (!HttpRequests.isRead(request.request())) {
            problems.send(Refusals.onlyReads(), request);
        } else if (preparation == null) {
            send(request);
        } else {
            Callable<@Nullable Void> first = this::prepare;
            vertx.executeBlocking(first).onSuccess(_ -> send(request)).onFailure(request::fail);
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

    private void send(RoutingContext request) {
        Format format = format(request);
        Buffer document = prepared.computeIfAbsent(
                format,
                missing -> Buffer.buffer(documents.getDocument(OpenApiConstants.DEFAULT_DOCUMENT_NAME, missing)));
        request.response().putHeader(HttpHeaders.CONTENT_TYPE, format.getMimeType() + ";charset=UTF-8");
        SharedBody.send(request, document);
    }

    /** As Quarkus does it. */
    private static Format format(RoutingContext request) {
        String path = request.normalizedPath();
        if (path.contains(".")) {
            return path.endsWith(".json") ? Format.JSON : Format.YAML;
        }
        String accept = request.request().getHeader(HttpHeaders.ACCEPT);
        boolean isJson = (accept != null && accept.contains(Format.JSON.getMimeType()))
                || request.queryParam("format").stream().limit(1).anyMatch(Format.JSON.name()::equalsIgnoreCase);
        return isJson ? Format.JSON : Format.YAML;
    }
}
