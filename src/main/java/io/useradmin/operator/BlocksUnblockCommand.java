package io.useradmin.operator;

import io.useradmin.audit.Author;
import io.useradmin.blockedip.BlockedIpPosition;
import io.useradmin.blockedip.UnblockBatch;
import io.useradmin.database.BoundStatement;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.Columns;
import io.useradmin.shared.IpNetwork;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Unblocks an address or a network for every user of a tenant. */
@Command(
        name = "unblock",
        description = {
            "Unblocks an IP address or a network for every user of a tenant.",
            "It works in small transactions while the service runs. After an interruption, run it again to continue."
        })
class BlocksUnblockCommand extends BulkCommand<BlockedIpPosition> {
    @Option(
            names = "--ip-address",
            paramLabel = "<address>",
            required = true,
            converter = Converters.Network.class,
            description = "The address or network, such as 192.0.2.0/24.")
    IpNetwork network;

    BlocksUnblockCommand(Supplier<Database> database, Clock clock) {
        super(database, clock);
    }

    @Override
    BlockedIpPosition start() {
        return BlockedIpPosition.before(network);
    }

    @Override
    BoundStatement statement(BlockedIpPosition after, int limit, Instant now) {
        var batch = new UnblockBatch(tenant, network, after, limit, now);
        return dryRun ? batch.count() : batch.unblock(Author.sharedValuesOfCommand(now));
    }

    @Override
    Batch<BlockedIpPosition> read(Columns row, BlockedIpPosition after) {
        return UnblockBatch.read(row);
    }

    /** Unknown: a user can be blocked at several addresses, which are not adjacent in the order. So {@link #report} has no users. */
    @Override
    int newUsers(BlockedIpPosition after, Batch<BlockedIpPosition> done) {
        return 0;
    }

    @Override
    String progress(long changed, BlockedIpPosition position) {
        return "%d %s up to address %s so far".formatted(changed, dryRun ? "found" : "unblocked", position.ip());
    }

    @Override
    void report(long changed, long users) {
        print(
                (dryRun ? "Would remove %s." : "Removed %s.").formatted(count(changed, "block", "blocks")),
                json().put("unblocked", changed));
    }
}
