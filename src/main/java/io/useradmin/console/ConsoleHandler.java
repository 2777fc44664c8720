package io.useradmin.console;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.useradmin.admission.SharedBody;
import io.useradmin.problem.ProblemRenderer;
import io.useradmin.problem.Refusals;
import io.useradmin.request.HttpRequests;
import io.useradmin.request.RequestPipeline.RouterHandler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the console from the package. It compresses each file once. Compression by the HTTP server would add a handler to every
 * request of the API.
 */
@Singleton
class ConsoleHandler {
    static final String PAGE = "/console/";
    /** The page has no inline scripts or styles, sends requests only to this service, and cannot be framed. Only Lit may create templates. */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                    + "require-trusted-types-for 'script'; trusted-types lit-html";

    /** The path of the page in the package. */
    private static final String INDEX = "/index.html";
    /** The names of these files contain a digest of their content. */
    private static final String ASSETS = PAGE + "assets/";

    /** The opaque part of an entity tag. */
    private static final Pattern TAG = Pattern.compile("\"[^\"]*\"");

    private final boolean enabled;
    private final Vertx vertx;
    private final ProblemRenderer problems;
    private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

    ConsoleHandler(ConsoleConfig config, Vertx vertx, ProblemRenderer problems) {
        this.enabled = config.enabled();
        this.vertx = vertx;
        this.problems = problems;
    }

    void register(@Observes Filters filters) {
        RouterHandler.CONSOLE.register(filters, this::handle);
    }

    private void handle(RoutingContext context) {
        // Compares the path as it was sent: RequestTargetGuard has refused paths that are not normalised. This must
        // be fast, because every request of the API passes here.
        String path = HttpRequests.path(context.request());
        if (!isOurs(path)) {
            context.next();
        } else if (!enabled || path.equals(INDEX)) {
            problems.send(Refusals.unknownPath(), context);
        } else if (path.equals("/") || path.equals("/console")) {
            redirect(context);
        } else {
            serve(path.equals(PAGE) ? INDEX : path, context);
        }
    }

    private void redirect(RoutingContext context) {
        if (isRead(context)) {
            // Not RoutingContext.redirect(), which sends a body to HEAD, too.
            context.response()
                    .setStatusCode(302)
                    .putHeader(HttpHeaders.LOCATION, PAGE)
                    .end();
        } else {
            refuseMethod(context);
        }
    }

    private static boolean isRead(RoutingContext context) {
        return HttpRequests.isRead(context.request());
    }

    private void refuseMethod(RoutingContext context) {
        problems.send(Refusals.onlyReads(), context);
    }

    private static boolean isOurs(String path) {
        return path.equals("/") || path.startsWith("/console") || path.equals(INDEX);
    }

    private void serve(String path, RoutingContext context) {
        setHeaders(context.response());
        ConsoleFile known = files.get(path);
        if (known != null) {
            send(path, known, context);
        } else {
            vertx.executeBlocking(() -> read(path))
                    .onSuccess(file -> sendOrContinue(path, file, context))
                    .onFailure(context::fail);
        }
    }

    /** Caches only files that exist, so that the size of the map is bounded. */
    private @Nullable ConsoleFile read(String path) {
        ConsoleFile file = ConsoleFile.read(path);
        if (file != null) {
            files.put(path, file);
        }
        return file;
    }

    private void sendOrContinue(String path, @Nullable ConsoleFile file, RoutingContext context) {
        if (file == null) {
            context.next();
        } else {
            send(path, file, context);
        }
    }

    private static void setHeaders(HttpServerResponse response) {
        response.putHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY)
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin")
                .putHeader("Cross-Origin-Resource-Policy", "same-origin");
    }

    private void send(String path, ConsoleFile file, RoutingContext context) {
        if (isRead(context)) {
            sendFile(path, file, context);
        } else {
            refuseMethod(context);
        }
    }

    private static void sendFile(String path, ConsoleFile file, RoutingContext context) {
        HttpServerResponse response = context.response();
        // Only for files that exist: during a roll-out, another replica may have files that this one does not.
        response.putHeader(
                HttpHeaders.CACHE_CONTROL,
                path.startsWith(ASSETS) ? "public, max-age=31536000, immutable" : "no-cache");
        boolean compressed = acceptsGzip(context);
        String etag = compressed ? file.gzipEtag() : file.etag();
        response.putHeader(HttpHeaders.ETAG, etag).putHeader(HttpHeaders.VARY, "Accept-Encoding");
        if (isKnown(etag, context.request().headers().getAll(HttpHeaders.IF_NONE_MATCH))) {
            response.setStatusCode(304).end();
            return;
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, file.type());
        Buffer content = compressed ? file.gzip() : file.plain();
        if (compressed) {
            response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        SharedBody.send(context, content);
    }

    /** A weak tag matches like a strong one (RFC 9110, 13.1.2): a proxy that compresses makes it weak. */
    private static boolean isKnown(String etag, List<String> ifNoneMatch) {
        return ifNoneMatch.stream()
                .flatMap(value -> value.equals("*")
                        ? Stream.of(etag)
                        : TAG.matcher(value).results().map(MatchResult::group))
                .anyMatch(etag::equals);
    }

    private static boolean acceptsGzip(RoutingContext context) {
        return context.parsedHeaders().acceptEncoding().stream()
                .anyMatch(coding -> coding.value().equals("gzip") && coding.weight() > 0);
    }
}
