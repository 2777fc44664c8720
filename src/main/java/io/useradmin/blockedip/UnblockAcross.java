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
    /** Parses a body. Errors are violations. Empty if the network is missing or invalid. */
    static Optional<UnblockAcross> read(String tenantId, JsonMembers body) {
        Optional<IpNetwork> given = body.required("ip_address").flatMap(item -> item.parsed(IpNetwork::read));
        boolean dryRun = body.optional("dry_run").flatMap(JsonItem::bool).orElse(false);
        Optional<BlockedIpPosition> after = body.optional("next")
                .flatMap(item -> item.parsed((location, text, violations) ->
                        given.flatMap(network -> position(location, text, tenantId, network, violations))));
        body.end();
        return given.map(network ->
                new UnblockAcross(tenantId, network, after.orElseGet(() -> BlockedIpPosition.before(network)), dryRun));
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
