package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.Tenants.Tenant;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a tenant. After that, it can have keys and users. */
@Command(name = "create", description = "Creates a tenant.")
class TenantCreateCommand extends DatabaseCommand {
    private final Clock clock;

    @Parameters(paramLabel = "<id>", converter = Converters.Id.class, description = "The tenant's identifier.")
    String id;

    @Option(
            names = "--name",
            paramLabel = "<name>",
            converter = Converters.Name.class,
            description = "Its display name (default: the identifier).")
    @Nullable String name;

    TenantCreateCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void run(Connection connection) throws SQLException {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        var tenant = new Tenant(id, Objects.requireNonNullElse(name, id), now);
        if (!new Tenants(connection).insert(tenant)) {
            throw new Failure("Tenant " + id + " already exists.");
        }
        print("Created tenant " + id + ".", json(tenant));
    }

    static ObjectNode json(Tenant tenant) {
        return JSON.objectNode()
                .put("tenant_id", tenant.id())
                .put("name", tenant.name())
                .put("created_at", tenant.createdAt().getEpochSecond());
    }
}
