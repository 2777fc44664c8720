package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.audit.Author;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.shared.BatchPause;
import io.useradmin.shared.BulkCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    final BatchOption batch = new BatchOption(BulkCall.BATCH_CHANGES, BulkCall.BATCH_READS);

    BulkCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    /**
     * The result of a batch, or of all batches so far.
     *
     * @param changed the number of changed rows
     * @param users the number of users of changed rows, without those whom an earlier batch has counted
     * @param read the number of rows that were read
     * @param next the position after which the next batch begins; empty after the last batch
     */
    record Step<P>(long changed, long users, long read, Optional<P> next) {
        private Step<P> plus(Step<P> later) {
            return new Step<>(changed + later.changed, users + later.users, read + later.read, later.next);
        }
    }

    /** The position after which the first batch begins. */
    abstract P start();

    /** Runs the batch that begins after {@code after}. It changes, or counts, at most {@code limit} rows. */
    abstract Step<P> step(Connection connection, P after, int limit, Instant now) throws SQLException;

    /** The text of the progress line. */
    abstract String progress(long read, long changed);

    /** Writes the result. */
    abstract void report(long changed, long users);

    @Override
    void check() {
        batch.check();
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        // The driver keeps prepared statements. Without this, PostgreSQL would use a generic plan for them, made for
        // an average tenant.
        Jdbc.update(connection, "set plan_cache_mode = force_custom_plan");
        Instant now = clock.instant();
        var line = new ProgressLine("rows", this::say);
        var done = new Step<P>(0, 0, 0, Optional.of(start()));
        while (done.next().isPresent()) {
            done = done.plus(stepAndPause(connection, done.next().get(), now));
            line.tell(progress(done.read(), done.changed()));
        }
        report(done.changed(), done.users());
    }

    /** There is no pause after the last batch. */
    private Step<P> stepAndPause(Connection connection, P after, Instant now) throws SQLException {
        long begun = System.nanoTime();
        Step<P> step = step(connection, after, dryRun ? BulkCall.BATCH_READS : batch.rows, now);
        Duration pause = BatchPause.after(Duration.ofNanos(System.nanoTime() - begun));
        if (step.next().isPresent()) {
            LockSupport.parkNanos(pause.toNanos());
        }
        return step;
    }

    /** The values of {@link Author#sharedValues} for a command, which has no key. */
    static List<@Nullable Object> author(Instant now) {
        return Arrays.asList(now, null, null, null, null);
    }

    ObjectNode json() {
        return JSON.objectNode().put("dry_run", dryRun);
    }
}
