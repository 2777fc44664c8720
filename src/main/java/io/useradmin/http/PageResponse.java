package io.useradmin.http;

import io.useradmin.shared.Counting;
import io.useradmin.shared.ListPage;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Objects;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** The response with a page of a list: a JSON array as the body, and the position of the page in headers. */
public final class PageResponse {
    /** The header with the position of the page in its list. */
    public static final String PAGINATION = "X-Pagination";

    private PageResponse() {}

    /** The response to {@code request}. */
    public static <T> RestResponse<List<T>> of(ListPage<T> page, HttpServerRequest request) {
        String path = Objects.requireNonNull(request.path());
        ResponseBuilder<List<T>> response = ResponseBuilder.ok(page.items())
                .header(PAGINATION, page.pagination())
                .header(HttpHeaders.LINK, page.links(path, request.query()));
        if (page.total().counting() == Counting.EXACT) {
            response.header(Preferences.APPLIED, Preferences.EXACT_COUNT);
        }
        return response.build();
    }
}
