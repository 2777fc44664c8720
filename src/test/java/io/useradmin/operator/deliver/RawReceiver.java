package io.useradmin.operator.deliver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;

/** A webhook receiver that responds with these bytes, valid or not, and closes the connection. */
final class RawReceiver implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final NetServer server;

    RawReceiver(String response) {
        var bytes = Buffer.buffer(response.getBytes(ISO_8859_1));
        server = vertx.createNetServer()
                .connectHandler(socket -> socket.handler(_ -> socket.end(bytes)))
                .listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    String url() {
        return "http://localhost:" + server.actualPort() + "/";
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
