package io.useradmin.admission;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Set;

/**
 * The headers of a request that announce its body.
 *
 * @param isDue whether a body may follow, as far as the headers tell
 * @param isCertain whether it will
 * @param length in bytes; negative if there is no Content-Length
 */
record AnnouncedBody(boolean isDue, boolean isCertain, long length) {
    private static final Set<HttpMethod> WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    static AnnouncedBody of(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            long bytes = Long.parseLong(length);
            return new AnnouncedBody(bytes > 0, bytes > 0, bytes);
        }
        boolean isCertain = request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
        // In HTTP/2, a body needs no header.
        boolean isDue = isCertain || (request.version() == HttpVersion.HTTP_2 && WITH_BODY.contains(request.method()));
        return new AnnouncedBody(isDue, isCertain, -1);
    }
}
