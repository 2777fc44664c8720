package io.useradmin.blockedip;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.util.Optional;

/**
 * A request to unblock a network across a tenant.
 *
 * @param after the position to continue from
 * @param dryRun whether to change nothing
 */
record UnblockAcross(String tenantId, IpNetwork network, BlockedIpPosition after, boolean dryRun) {
    /** Parses a body. Errors are added to {@code violations}; if there are any, do not use the result. */
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

    /** Parses a position in the addresses of a network. */
    static Optional<BlockedIpPosition> position(
            Location location, String text, String tenantId, IpNetwork network, Violations violations) {
        return violations.position(
                location,
                "must be the value of next in a response for the same address",
                () -> BlockedIpPosition.read(text, tenantId, network));
    }
}
