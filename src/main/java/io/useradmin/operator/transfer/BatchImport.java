package io.useradmin.operator.transfer;

import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.operator.transfer.UserImport.Settings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Imports batches, each in its own transaction, together with the position of the import. If PostgreSQL rejects a batch, only its
 * faulty lines are rejected, and the others are imported.
 */
final class BatchImport {
    /** After so many conflicts with concurrent writes, the batch fails. */
    private static final int MOST_CONFLICTS = 5;

    private final Connection connection;
    private final boolean strict;
    private final Rejects rejects;
    private final Checkpoint checkpoint;
    private final LongConsumer progress;
    private final DocumentSizes sizes;
    private final BatchWriter writer;
    private final RefusedLines refusedLines;
    private long users;
    private long groups;
    private String lastUser = "";

    BatchImport(
            Connection connection,
            Settings settings,
            Clock clock,
            Rejects rejects,
            Checkpoint checkpoint,
            LongConsumer progress)
            throws SQLException {
        this.connection = connection;
        this.strict = settings.strict();
        this.rejects = rejects;
        this.checkpoint = checkpoint;
        this.progress = progress;
        this.sizes = new DocumentSizes(connection, settings.limits());
        this.writer = new BatchWriter(connection, settings.tenant(), clock);
        this.refusedLines = new RefusedLines(connection, settings.tenant(), writer);
    }

    /** The number of imported users. One with several lines in a row counts once. */
    long users() {
        return users;
    }

    /** The number of imported group lines. */
    long groups() {
        return groups;
    }

    void write(Batch batch) throws SQLException, IOException, ImportStoppedException {
        sizes.rejectIn(batch);
        Optional<SQLException> refusal = tryToWrite(batch);
        int conflicts = 0;
        while (refusal.isPresent()) {
            boolean found = refusedLines.rejectIn(batch, refusal.get());
            if (!found && ++conflicts == MOST_CONFLICTS) {
                throw refusal.get();
            }
            refusal = tryToWrite(batch);
        }
        count(batch.userLines());
        groups += batch.groups().size();
        progress.accept(batch.end());
        if (strict && !batch.rejected().isEmpty()) {
            rejects.add(batch.rejected());
            throw new ImportStoppedException(batch.rejected().firstKey());
        }
    }

    private void count(List<UserLine> lines) {
        for (UserLine line : lines) {
            users += line.userId().equals(lastUser) ? 0 : 1;
            lastUser = line.userId();
        }
    }

    /** Writes rejects before the commit of the lines around them, so that none is lost silently. */
    private Optional<SQLException> tryToWrite(Batch batch) throws SQLException, IOException {
        try {
            if (strict) {
                batch.endBeforeRejected();
            }
            writer.write(batch);
            if (!strict) {
                rejects.add(batch.rejected());
            }
            checkpoint.save(new Position(batch.end(), rejects.count(), rejects.size()));
            connection.commit();
            return Optional.empty();
        } catch (SQLException refusal) {
            rollBack(refusal);
            return Optional.of(refusal);
        }
    }

    /** If the connection is broken, there is nothing to roll back, and the first failure is more useful. */
    private void rollBack(SQLException refusal) {
        try {
            connection.rollback();
        } catch (SQLException gone) {
            refusal.addSuppressed(gone);
        }
    }
}
