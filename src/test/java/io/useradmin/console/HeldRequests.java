package io.useradmin.console;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Requests that wait until a test resumes or fulfils them, or whose response is lost or changed. */
final class HeldRequests {
    /** Longer than any test. */
    static final Duration LONG_WAIT = Duration.ofMinutes(10);

    /** Longer than the console waits without a word. */
    static final Duration PATIENCE = Duration.ofSeconds(35);

    private HeldRequests() {}

    /** The response to a key that has sent too many requests. */
    static Route.FulfillOptions tooMany() {
        return new Route.FulfillOptions()
                .setStatus(429)
                .setHeaders(Map.of("Retry-After", Long.toString(LONG_WAIT.toSeconds())))
                .setBody("{\"title\": \"Too many requests\"}");
    }

    /** Loses the responses to the requests of a page with these methods. The others continue. */
    static void loseResponses(Page page, String url, String... methods) {
        page.route(url, route -> {
            if (List.of(methods).contains(route.request().method())) {
                loseResponse(route);
            } else {
                route.resume();
            }
        });
    }

    /** Holds the requests of a page with this method. The list grows as they arrive. Those with other methods continue. */
    static List<Route> of(Page page, String url, String method) {
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route(url, route -> {
            if (route.request().method().equals(method)) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        return held;
    }

    /** Holds the first request of a page. The list grows when it arrives. The others continue. */
    static List<Route> first(Page page, String url) {
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route(url, route -> {
            if (held.isEmpty()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        return held;
    }

    /** Makes the ETag of each response weak, as a proxy that compresses does. */
    static void weakenEtags(Page page, String url) {
        page.route(url, route -> {
            APIResponse response = route.fetch();
            Map<String, String> headers = new HashMap<>(response.headers());
            headers.computeIfPresent("etag", (_, etag) -> "W/" + etag);
            route.fulfill(new Route.FulfillOptions().setResponse(response).setHeaders(headers));
        });
    }

    /** The service gets the request, but the client does not get the response. */
    static void loseResponse(Route route) {
        route.fetch();
        route.fulfill(new Route.FulfillOptions().setStatus(503).setBody("{\"title\": \"Lost\"}"));
    }
}
