package io.useradmin.apikey;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The source for which a failed key counts: an IPv4 address, or an IPv6 /64 network.
 *
 * @param network the bytes of the address or network as hexadecimal digits
 */
record ClientNetwork(String network) {
    /** The source for connections without an address, such as Unix sockets. */
    private static final ClientNetwork WITHOUT_ADDRESS = new ClientNetwork("");
    /** Internet providers assign at least a /64 to each customer, so all of its addresses count as one source. */
    private static final int NETWORK_BYTES = 8;

    /**
     * The source of {@code request}: the address that a trusted proxy forwarded. If that is not a valid IP address, the address
     * of the connection, because a client can choose the forwarded text.
     */
    static ClientNetwork of(HttpServerRequest request) {
        return of(request.remoteAddress())
                .or(() -> of(request.connection().remoteAddress()))
                .orElse(WITHOUT_ADDRESS);
    }

    /** Parses a numeric IP address, optionally with brackets and a zone; empty for other text. */
    static Optional<ClientNetwork> of(String address) {
        try {
            return Optional.of(of(InetAddress.ofLiteral(withoutZone(address.strip()))));
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    private static Optional<ClientNetwork> of(@Nullable SocketAddress address) {
        return Optional.ofNullable(address).map(SocketAddress::host).flatMap(ClientNetwork::of);
    }

    private static ClientNetwork of(InetAddress address) {
        byte[] bytes = address.getAddress();
        byte[] network = address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes;
        return new ClientNetwork(HexFormat.of().formatHex(network));
    }

    /** The zone names a network interface of the sender, which may not exist here. */
    private static String withoutZone(String address) {
        int zone = address.indexOf('%');
        return zone < 0 ? address : address.substring(0, zone) + (address.endsWith("]") ? "]" : "");
    }
}
