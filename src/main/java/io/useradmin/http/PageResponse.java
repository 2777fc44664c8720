package io.useradmin.http;

import io.useradmin.shared.KeysetPage;
import io.useradmin.shared.ListPage;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Objects;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Answers a page of a list: a bare array, with all about paging in headers. */
public final class PageResponse {
    /** The header that tells where the page stands in its list. */
    public static final String PAGINATION = "X-Pagination";

    private PageResponse() {}

    /** The answer to {@code request}. */
    public static <T> RestResponse<List<T>> of(ListPage<T> page, HttpServerRequest request) {
        return answer(page.items(), page.pagination(), page.links(path(request), request.query()));
    }

    /** The answer to {@code request}. */
    public static <T> RestResponse<List<T>> of(KeysetPage<T> page, HttpServerRequest request) {
        return answer(page.items(), page.pagination(), page.links(path(request), request.query()));
    }

    private static String path(HttpServerRequest request) {
        return Objects.requireNonNull(request.path());
    }

    private static <T> RestResponse<List<T>> answer(List<T> items, String pagination, String links) {
        return ResponseBuilder.ok(items)
                .header(PAGINATION, pagination)
                .header(HttpHeaders.LINK, links)
                .build();
    }
}
