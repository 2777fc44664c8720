package io.useradmin.connection;

import static io.useradmin.connection.FloodConnection.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.PackagedService;
import io.useradmin.testsupport.RawHttp;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** After the PROXY protocol header, a connection has the same protection as any other. */
class ProxyProtocolIT {
    private static final String PROXY = "PROXY TCP4 198.51.100.7 198.51.100.8 4711 80\r\n";

    @RegisterExtension
    static final PackagedService SERVICE =
            PackagedService.with(Map.of("quarkus.http.proxy.use-proxy-protocol", "true"));

    @Test
    void endsAFlood() throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Api.port());
        socket.getOutputStream().write(PROXY.getBytes(StandardCharsets.US_ASCII));
        try (FloodConnection connection = new FloodConnection(socket)) {
            assertThat(connection.flood(200_000, _ -> frame(FloodConnection.PING, 0, 0, new byte[8])))
                    .isIn(FloodConnection.ENHANCE_YOUR_CALM, FloodConnection.CLOSED);
        }
    }

    @Test
    void ignoresAnUpgrade() {
        String answer = RawHttp.exchange(PROXY
                + "GET /api/users/nobody HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nUpgrade: h2c\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 401 ");
    }
}
