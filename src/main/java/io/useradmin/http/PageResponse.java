package io.useradmin.http;

import io.useradmin.shared.KeysetPage;
import io.useradmin.shared.ListPage;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.List;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Answers a page of a list: a bare array, with all about paging in headers. */
public final class PageResponse {
    /** The header that tells where the page stands in its list. */
    public static final String PAGINATION = "X-Pagination";

    private PageResponse() {}

    /** The answer to the request for {@code uri}. */
    public static <T> RestResponse<List<T>> of(ListPage<T> page, UriInfo uri) {
        URI requested = uri.getRequestUri();
        return answer(page.items(), page.pagination(), page.links(requested.getRawPath(), requested.getRawQuery()));
    }

    /** The answer to the request for {@code uri}. */
    public static <T> RestResponse<List<T>> of(KeysetPage<T> page, UriInfo uri) {
        URI requested = uri.getRequestUri();
        return answer(page.items(), page.pagination(), page.links(requested.getRawPath(), requested.getRawQuery()));
    }

    private static <T> RestResponse<List<T>> answer(List<T> items, String pagination, String links) {
        return ResponseBuilder.ok(items)
                .header(PAGINATION, pagination)
                .header(HttpHeaders.LINK, links)
                .build();
    }
}
