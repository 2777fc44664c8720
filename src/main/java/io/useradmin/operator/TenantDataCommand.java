package io.useradmin.operator;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command on the data of one tenant. It fails if the tenant does not exist. */
@Command
abstract class TenantDataCommand extends DatabaseCommand {
    @Option(
            names = "--tenant",
            required = true,
            paramLabel = "<id>",
            converter = Converters.Id.class,
            description = "The tenant.")
    String tenant;

    TenantDataCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    final void run(Connection connection) throws SQLException {
        new Tenants(connection).require(tenant);
        runForTenant(connection);
    }

    abstract void runForTenant(Connection connection) throws SQLException;
}
