package io.useradmin.operator;

import io.useradmin.blockedip.BlockedIpPosition;
import io.useradmin.blockedip.UnblockBatch;
import io.useradmin.database.BoundStatement;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.shared.IpNetwork;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
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
    Step<BlockedIpPosition> step(Connection connection, BlockedIpPosition after, int limit, Instant now)
            throws SQLException {
        var next = new UnblockBatch(tenant, network, after, limit, now);
        BoundStatement statement = dryRun ? next.count() : next.unblock(author(now));
        return ServiceStatement.query(connection, statement.sql(), BlocksUnblockCommand::step, statement.values())
                .getFirst();
    }

    @Override
    String progress(long read, long changed) {
        return "%d rows read, %d %s so far".formatted(read, changed, dryRun ? "found" : "unblocked");
    }

    /**
     * Does not count users: a user can be blocked at several addresses, which are not adjacent in the order, so users would count
     * twice.
     */
    @Override
    void report(long changed, long users) {
        print(
                (dryRun ? "Would remove %s." : "Removed %s.").formatted(count(changed, "blocks")),
                json().put("unblocked", changed));
    }

    private static Step<BlockedIpPosition> step(ResultSet row) throws SQLException {
        Optional<String> endIp = Optional.ofNullable(row.getString("end_ip"));
        String endUser = row.getString("end_user");
        return new Step<>(
                row.getInt("changed"), 0, row.getInt("read"), endIp.map(ip -> new BlockedIpPosition(ip, endUser)));
    }
}
