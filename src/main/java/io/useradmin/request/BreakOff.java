package io.useradmin.request;

import io.netty.handler.codec.http2.Http2Error;

/** Whose fault it is that the service breaks a response off. */
public enum BreakOff {
    /** The client reads too slowly. */
    CLIENT(Http2Error.ENHANCE_YOUR_CALM),

    /** The service cannot complete the response, for example because the database failed or memory is short. */
    SERVICE(Http2Error.INTERNAL_ERROR);

    private final Http2Error error;

    BreakOff(Http2Error error) {
        this.error = error;
    }

    /** The code with which HTTP/2 resets the stream. */
    public long code() {
        return error.code();
    }
}
