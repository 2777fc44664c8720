package io.useradmin.admission;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.inject.Singleton;

/**
 * Keeps what is received of a request that is not read yet small. Without it, a caller that sends much at once makes the server read
 * up to 64 KiB at a time, and queue twice that before it stops to read from the connection.
 */
@Singleton
class ReceiveBuffer implements HttpServerOptionsCustomizer {
    private static final int BYTES = 16_384;

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        options.setReceiveBufferSize(BYTES);
    }
}
