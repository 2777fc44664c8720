package io.useradmin.http;

import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Responses for resources with an ETag. */
public final class VersionedResponse {
    /** A client may cache the response, but must revalidate it with its ETag. */
    private static final String REVALIDATE = "private, no-cache";

    private VersionedResponse() {}

    /** The response to a read: {@code body}, or 304 if the client already has that version. */
    public static <T> RestResponse<T> ofRead(T body, long version, Preconditions expected) {
        ResponseBuilder<T> response =
                expected.isNotModified(version) ? ResponseBuilder.notModified() : ResponseBuilder.ok(body);
        return ofWrite(response.header(HttpHeaders.CACHE_CONTROL, REVALIDATE), version);
    }

    /** The response to a write. A cache must not use it for a later read. */
    public static <T> RestResponse<T> ofWrite(ResponseBuilder<T> response, long version) {
        return response.header(HttpHeaders.ETAG, EntityTags.of(version)).build();
    }
}
