package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;
import io.useradmin.operator.transfer.Checkpoint.Position;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Imports the lines of a source into a tenant. Memory is bounded by two batches: one is written while the next is read. */
public final class UserImport {
    private final Connection connection;
    private final Settings settings;
    private final Rejects rejects;
    private final Checkpoint checkpoint;
    private final LineParser parser;
    private final BatchImport batches;

    /**
     * The options of an import.
     *
     * @param tenant the tenant of the users
     * @param limits limits of data documents
     * @param strict whether to stop at the first invalid line
     * @param batchSize the largest number of lines per transaction
     */
    public record Settings(String tenant, JsonLimits limits, boolean strict, int batchSize) {}

    /**
     * The result of an import.
     *
     * @param lines the number of lines
     * @param done the number of lines that an interrupted import had already completed
     * @param users the number of imported users in the other lines; one with several lines in a row counts once
     * @param groups the number of imported groups in the other lines
     * @param rejected the number of rejected lines, including those of the interrupted import
     * @param hasAllRejects whether the rejects file has all of them
     */
    public record Summary(long lines, long done, long users, long groups, long rejected, boolean hasAllRejects) {}

    /**
     * Writes over {@code connection}, which nothing else may use in the meantime.
     *
     * @param progress receives the number of completed lines, on another thread
     */
    public UserImport(
            Connection connection,
            Settings settings,
            Clock clock,
            Rejects rejects,
            Checkpoint checkpoint,
            LongConsumer progress)
            throws SQLException {
        this.connection = connection;
        this.settings = settings;
        this.rejects = rejects;
        this.checkpoint = checkpoint;
        this.parser = new LineParser(settings.limits());
        this.batches = new BatchImport(connection, settings, clock, rejects, checkpoint, progress);
    }

    /** Imports every valid line after {@code start}. */
    public Summary run(Source source, Position start) throws IOException, SQLException, ImportStoppedException {
        connection.setAutoCommit(false);
        long lines;
        try (var writer = new BackgroundWriter(batches::write)) {
            lines = read(source, start.lines(), writer);
        }
        checkpoint.clear();
        connection.commit();
        return new Summary(
                lines, start.lines(), batches.users(), batches.groups(), rejects.count(), rejects.areComplete());
    }

    private long read(Source source, long done, BackgroundWriter writer)
            throws IOException, SQLException, ImportStoppedException {
        var batch = new Batch();
        long number = 0;
        for (byte[] text = source.next(); text != null; text = source.next()) {
            number++;
            if (number > done) {
                batch = read(number, text, batch, writer);
            }
        }
        writer.write(batch);
        writer.await();
        return number;
    }

    /** Adds a line to a batch. Returns the batch for the next line. */
    private Batch read(long number, byte[] text, Batch batch, BackgroundWriter writer)
            throws IOException, SQLException, ImportStoppedException {
        Batch open = batch;
        try {
            Optional<Line> line = parser.parse(number, text);
            if (line.isPresent()) {
                open = batch.accepts(line.get()) ? batch : next(batch, writer);
                open.add(line.get());
            }
        } catch (RejectedException rejected) {
            open.reject(number, rejected.violations());
        }
        open.read(number, text.length);
        return open.isFull(settings.batchSize()) ? next(open, writer) : open;
    }

    private static Batch next(Batch full, BackgroundWriter writer)
            throws IOException, SQLException, ImportStoppedException {
        writer.write(full);
        return new Batch();
    }
}
