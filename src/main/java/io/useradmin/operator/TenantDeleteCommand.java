package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes a tenant with all its data. Tables with many rows come first, in batches, so that no transaction is large. */
@Command(
        name = "delete",
        description = {
            "Deletes a tenant with its keys, groups, users and all that belongs to them.",
            "It works in small transactions; after an interruption, run it again to continue."
        })
class TenantDeleteCommand extends DatabaseCommand {
    private static final List<Step> STEPS = steps();

    private final Clock clock;

    @Parameters(paramLabel = "<id>", converter = Converters.Id.class, description = "The tenant's identifier.")
    String id;

    @Option(
            names = "--confirm",
            paramLabel = "<id>",
            description = "The identifier again, because the users cannot be restored.")
    @Nullable String confirmation;

    @Mixin
    final BatchOption batch = new BatchOption();

    TenantDeleteCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void check() {
        batch.check();
        if (!id.equals(confirmation)) {
            throw wrongUse("This deletes all users of tenant " + id + "; to confirm, add --confirm " + id);
        }
    }

    @Override
    void run(Connection connection) throws SQLException {
        var tenants = new Tenants(connection);
        tenants.lock(id);
        tenants.require(id);
        new ApiKeys(connection).revokeAll(id, clock.instant());
        Map<Step, Long> deleted = deleteOwned(connection);
        deleteTenant(tenants);
        report(deleted);
    }

    private Map<Step, Long> deleteOwned(Connection connection) throws SQLException {
        Map<Step, Long> deleted = new LinkedHashMap<>();
        for (Step step : STEPS) {
            LongConsumer progress = new ProgressLine(this::say).ofDeleted(step.plural());
            deleted.put(step, step.deletion().run(connection, id, batch.rows, progress));
        }
        return deleted;
    }

    /**
     * Rows that clients have locked or added in the meantime may remain. Checks for them first, because deleting the tenant would
     * wait for those transactions. Events, which no foreign key protects, are checked again at the end: otherwise, the next tenant
     * with this id would have them.
     */
    private void deleteTenant(Tenants tenants) throws SQLException {
        List<String> tables = STEPS.stream().map(Step::table).toList();
        tenants.requireNoRows(id, tables);
        tenants.delete(id, tables);
    }

    private void report(Map<Step, Long> deleted) {
        String counts = deleted.entrySet().stream()
                .map(rows -> count(
                        rows.getValue(), rows.getKey().singular(), rows.getKey().plural()))
                .collect(Collectors.joining(", "));
        ObjectNode json = JSON.objectNode().put("tenant_id", id);
        deleted.forEach((step, rows) -> json.put(step.plural().replace(' ', '_'), rows));
        print("Deleted tenant " + id + ": " + counts + ".", json);
    }

    private record Step(String singular, String plural, String table, Deletion deletion) {}

    private static List<Step> steps() {
        return List.of(
                ofTenant("session", "sessions", "sessions", "user_id", "session_id"),
                ofTenant("address", "addresses", "ip_access", "user_id", "ip"),
                ofTenant("user", "users", "users", "user_id"),
                ofTenant("group", "groups", "groups", "group_id"),
                ofTenant("stored response", "stored responses", "idempotency_keys", "key_id", "idempotency_key"),
                new Step("event", "events", "events", Deletion.ofTenant("events", List.of("xid", "seq"), "xid8", "0")));
    }

    private static Step ofTenant(String singular, String plural, String table, String... key) {
        return new Step(singular, plural, table, Deletion.ofTenant(table, List.of(key), "text", ""));
    }
}
