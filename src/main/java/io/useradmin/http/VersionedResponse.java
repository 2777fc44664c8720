package io.useradmin.http;

import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Responses about something that has an ETag. */
public final class VersionedResponse {
    /** A client may keep what it read, but must ask with its ETag before it uses it again. */
    private static final String REVALIDATE = "private, no-cache";

    private VersionedResponse() {}

    /** The response to a read: {@code body}, or 304 where the client has that version already. */
    public static <T> RestResponse<T> ofRead(T body, long version, Preconditions expected) {
        ResponseBuilder<T> response =
                expected.isNotModified(version) ? ResponseBuilder.notModified() : ResponseBuilder.ok(body);
        return ofWrite(response.header(HttpHeaders.CACHE_CONTROL, REVALIDATE), version);
    }

    /** The response to a write, which is no representation that a later read may use. */
    public static <T> RestResponse<T> ofWrite(ResponseBuilder<T> response, long version) {
        return response.header(HttpHeaders.ETAG, EntityTags.of(version)).build();
    }
}
