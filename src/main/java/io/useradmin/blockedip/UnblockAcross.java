package io.useradmin.blockedip;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.util.Optional;

/**
 * An unblock across a tenant.
 *
 * @param after where it goes on
 * @param dryRun whether it changes nothing
 */
record UnblockAcross(String tenantId, IpNetwork network, BlockedIpPosition after, boolean dryRun) {
    /** Reads a body; what is wrong goes to {@code violations}, and only without any is the result of use. */
    static UnblockAcross read(String tenantId, JsonMembers body, Violations violations) {
        IpNetwork network = body.required("ip_address")
                .flatMap(item -> item.text().flatMap(text -> IpNetwork.read(item.location(), text, violations)))
                .orElse(IpNetwork.ALL);
        boolean dryRun = body.optional("dry_run").flatMap(JsonItem::bool).orElse(false);
        BlockedIpPosition after = body.optional("next")
                .flatMap(item ->
                        item.text().flatMap(text -> position(item.location(), text, tenantId, network, violations)))
                .orElseGet(() -> BlockedIpPosition.before(network));
        body.end();
        return new UnblockAcross(tenantId, network, after, dryRun);
    }

    /** The position in the addresses of a network; nothing where there is a violation of {@code location}. */
    static Optional<BlockedIpPosition> position(
            Location location, String text, String tenantId, IpNetwork network, Violations violations) {
        Optional<BlockedIpPosition> position = BlockedIpPosition.read(text, tenantId, network);
        if (position.isEmpty()) {
            violations.unreadable(location, "malformed", "must come from an answer for the same address");
        }
        return position;
    }
}
