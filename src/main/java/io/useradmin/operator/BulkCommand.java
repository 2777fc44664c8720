package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.database.BoundStatement;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ResultColumns;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.shared.BatchPause;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Batch;
import io.useradmin.shared.Columns;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Changes any number of rows of a tenant in batches, each in its own transaction, with the same pauses as the API. After an
 * interruption, run it again: it does not find the changed rows again.
 *
 * @param <P> a position in the order of the rows
 */
@Command
abstract class BulkCommand<P> extends TenantDataCommand {
    private final Clock clock;

    @Option(names = "--dry-run", description = "Change nothing; count what would be changed.")
    boolean dryRun;

    @Option(
            names = "--batch",
            paramLabel = "<rows>",
            description = "The most rows that a transaction changes, 1 to " + BulkCall.BATCH_READS
                    + " (default: ${DEFAULT-VALUE}).")
    int batch = BulkCall.BATCH_CHANGES;

    BulkCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    /** The position after which the first batch begins. */
    abstract P start();

    /** The statement of the batch that begins after {@code after}. It changes, or counts, at most {@code limit} rows. */
    abstract BoundStatement statement(P after, int limit, Instant now);

    /** The result of a batch, from the row of its statement. */
    abstract Batch<P> read(Columns row, P after);

    /** How many users of a batch, which began after {@code after}, were not in the batches before. */
    abstract int newUsers(P after, Batch<P> done);

    /** The text of the progress line. */
    abstract String progress(long changed, P position);

    /** Writes the result. */
    abstract void report(long changed, long users);

    @Override
    void check() {
        BatchOption.check(spec, batch, BulkCall.BATCH_READS);
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        // The driver keeps prepared statements. Without this, PostgreSQL would use a generic plan for them, made for
        // an average tenant.
        Jdbc.update(connection, "set plan_cache_mode = force_custom_plan");
        var line = new ProgressLine(this::say);
        long changed = 0;
        long users = 0;
        Optional<P> next = Optional.of(start());
        while (next.isPresent()) {
            P after = next.get();
            Batch<P> done = runAndPause(connection, after);
            changed += done.changed();
            users += newUsers(after, done);
            next = done.next();
            if (next.isPresent()) {
                line.tell(progress(changed, next.get()));
            }
        }
        report(changed, users);
    }

    /** There is no pause after the last batch. Each batch has its own time, because the command can run for hours. */
    private Batch<P> runAndPause(Connection connection, P after) throws SQLException {
        long begun = System.nanoTime();
        BoundStatement statement = statement(after, dryRun ? BulkCall.BATCH_READS : batch, clock.instant());
        Batch<P> done = ServiceStatement.query(
                        connection, statement.sql(), row -> read(new ResultColumns(row), after), statement.values())
                .getFirst();
        Duration pause = BatchPause.after(Duration.ofNanos(System.nanoTime() - begun));
        if (done.next().isPresent()) {
            LockSupport.parkNanos(pause.toNanos());
        }
        return done;
    }

    ObjectNode json() {
        return JSON.objectNode().put("dry_run", dryRun);
    }
}
