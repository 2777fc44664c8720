package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;
import io.useradmin.operator.transfer.Checkpoint.Position;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.LongConsumer;

/** Takes the lines of a source into a tenant. Memory is bounded by two batches: while one is written, the next is read. */
public final class UserImport {
    private final Connection connection;
    private final Settings settings;
    private final Rejects rejects;
    private final Checkpoint checkpoint;
    private final LineParser parser;
    private final BatchImport batches;

    /**
     * What an import is to do.
     *
     * @param tenant whose users they become
     * @param limits bounds of data documents
     * @param strict whether to stop at the first line that is wrong
     * @param batchSize the most lines of a transaction
     */
    public record Settings(String tenant, JsonLimits limits, boolean strict, int batchSize) {}

    /**
     * What an import came to.
     *
     * @param lines how many there were
     * @param done how many of them an import that was interrupted had done before
     * @param users how many of the others were users and were taken in
     * @param groups how many were groups
     * @param rejected how many were rejected, by the one that was interrupted too
     */
    public record Summary(long lines, long done, long users, long groups, long rejected) {}

    /**
     * An import over {@code connection}, which is its own until it ends.
     *
     * @param progress is told the number of lines that are done, from another thread
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

    /** Takes in every line that is good and comes after {@code start}. */
    public Summary run(Source source, Position start) throws IOException, SQLException, StoppedException {
        connection.setAutoCommit(false);
        long lines;
        try (var writer = new BackgroundWriter(batches::write)) {
            lines = read(source, start.lines(), writer);
        }
        checkpoint.clear();
        connection.commit();
        return new Summary(lines, start.lines(), batches.users(), batches.groups(), rejects.count());
    }

    private long read(Source source, long done, BackgroundWriter writer)
            throws IOException, SQLException, StoppedException {
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

    /** Puts a line into a batch; the batch that the next line goes into. */
    private Batch read(long number, byte[] text, Batch batch, BackgroundWriter writer)
            throws IOException, SQLException, StoppedException {
        Batch open = batch;
        if (!isBlank(text)) {
            try {
                Line line = parser.parse(number, text);
                open = batch.accepts(line) ? batch : next(batch, writer);
                open.add(line);
            } catch (RejectedException rejected) {
                open.reject(number, rejected.violations());
            }
        }
        open.read(number, text.length);
        return open.isFull(settings.batchSize()) ? next(open, writer) : open;
    }

    private static Batch next(Batch full, BackgroundWriter writer) throws IOException, SQLException, StoppedException {
        writer.write(full);
        return new Batch();
    }

    private static boolean isBlank(byte[] text) {
        for (byte character : text) {
            if (character != ' ' && character != '\t' && character != '\r') {
                return false;
            }
        }
        return true;
    }
}
