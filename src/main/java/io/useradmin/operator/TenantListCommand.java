package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.useradmin.operator.Tenants.Tenant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Lists the tenants. */
@Command(name = "list", description = "Lists all tenants.")
class TenantListCommand extends DatabaseCommand {
    TenantListCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    void run(Connection connection) throws SQLException {
        List<Tenant> tenants = new Tenants(connection).list();
        var table = new Table("TENANT", "NAME", "CREATED");
        ArrayNode json = JSON.arrayNode();
        for (Tenant tenant : tenants) {
            table.row(tenant.id(), tenant.name(), tenant.createdAt().toString());
            json.add(TenantCreateCommand.json(tenant));
        }
        print(table.toString(), json);
    }
}
