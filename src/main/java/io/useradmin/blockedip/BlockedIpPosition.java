package io.useradmin.blockedip;

import io.useradmin.shared.CursorText;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.IpNetwork;
import java.util.List;
import java.util.Optional;

/**
 * How far a list or a bulk action has walked through the blocked addresses of a tenant, by address and user.
 *
 * @param ip a form that PostgreSQL's {@code inet} reads
 */
public record BlockedIpPosition(String ip, String userId) {
    /** Before the addresses of a network. */
    public static BlockedIpPosition before(IpNetwork network) {
        return new BlockedIpPosition(network.first(), "");
    }

    /** The text for clients. */
    String text(String tenantId, IpNetwork network) {
        return CursorText.of(identity(tenantId, network), List.of(ip, userId));
    }

    /** The cursor that was made for the tenant and the network and is written as {@code text}; nothing for any other text. */
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
