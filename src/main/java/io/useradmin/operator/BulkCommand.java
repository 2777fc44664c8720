package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.audit.Author;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Changes very many rows of a tenant in steps, each its own transaction. If it is interrupted, it can be run again: what is done is not found
 * any more.
 *
 * @param <P> a position in the order in which the rows are walked
 */
@Command
abstract class BulkCommand<P> extends TenantDataCommand {
    private final Clock clock;

    @Option(names = "--dry-run", description = "Change nothing; count what would be changed.")
    boolean dryRun;

    @Mixin
    final BatchOption batch = new BatchOption();

    BulkCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    /**
     * What a step did.
     *
     * @param changed how many rows
     * @param users how many users that no step before has counted
     * @param read how many rows it looked at
     * @param next where the next one begins; nothing after the last
     */
    record Step<P>(int changed, int users, int read, Optional<P> next) {}

    /** Where the first step begins. */
    abstract P start();

    /** Does the step that begins behind {@code after}. */
    abstract Step<P> step(Connection connection, P after, Instant now) throws SQLException;

    /** Says on the way how far it has come. */
    abstract String progress(long read, long changed);

    /** Writes the result. */
    abstract void report(long changed, long users);

    @Override
    void check() {
        batch.check();
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        // The driver keeps statements, and PostgreSQL their plans, which are those of an average tenant.
        Jdbc.update(connection, "set plan_cache_mode = force_custom_plan");
        Instant now = clock.instant();
        var line = new ProgressLine("rows", this::say);
        long read = 0;
        long changed = 0;
        long users = 0;
        Optional<P> after = Optional.of(start());
        while (after.isPresent()) {
            Step<P> step = step(connection, after.get(), now);
            read += step.read();
            changed += step.changed();
            users += step.users();
            line.tell(progress(read, changed));
            after = step.next();
        }
        report(changed, users);
    }

    /** What {@link Author#sharedValues} has: the operator is nobody by name. */
    static List<@Nullable Object> author(Instant now) {
        return Arrays.asList(now, null, null, null, null);
    }

    ObjectNode json() {
        return JSON.objectNode().put("dry_run", dryRun);
    }
}
