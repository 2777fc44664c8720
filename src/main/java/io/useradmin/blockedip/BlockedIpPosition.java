package io.useradmin.blockedip;

import io.useradmin.shared.CursorText;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.IpNetwork;
import java.util.List;
import java.util.Optional;

/**
 * The position of a list or a bulk action in the blocked addresses of a tenant, ordered by address and user.
 *
 * @param ip a text that PostgreSQL's {@code inet} accepts
 */
public record BlockedIpPosition(String ip, String userId) {
    /** Before the addresses of a network. */
    public static BlockedIpPosition before(IpNetwork network) {
        return new BlockedIpPosition(network.first(), "");
    }

    /** The cursor for clients. */
    String text(String tenantId, IpNetwork network) {
        return CursorText.of(identity(tenantId, network), List.of(ip, userId));
    }

    /** Parses a cursor of the tenant and the network; empty if it is invalid. */
    static Optional<BlockedIpPosition> read(String text, String tenantId, IpNetwork network) {
        return CursorText.read(text, identity(tenantId, network))
                .filter(parts -> parts.size() == 2
                        && IpAddress.parse(parts.getFirst()).isPresent()
                        && Identifier.isValid(parts.getLast()))
                .map(parts -> new BlockedIpPosition(parts.getFirst(), parts.getLast()));
    }

    private static List<String> identity(String tenantId, IpNetwork network) {
        return List.of("blocked_ips", tenantId, network.first(), network.last());
    }
}
