package io.useradmin.operator.transfer;

import io.useradmin.json.JsonLimits;
import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the lines of a source into a tenant. Memory is bounded by two batches: while one is written, the next is read. Each
 * batch is a transaction; where PostgreSQL refuses one, it is halved until the line that is to blame stands alone.
 */
public final class UserImport {
    private final Settings settings;
    private final BatchWriter writer;
    private final Connection connection;
    private final LineParser parser;
    private final Rejects rejects;
    private final Optional<Checkpoint> checkpoint;
    private final LongConsumer progress;
    private long users;
    private long groups;

    /**
     * What an import is to do.
     *
     * @param tenant whose users they become
     * @param strict whether to stop at the first line that is wrong
     * @param batchSize lines of a transaction
     */
    public record Settings(String tenant, boolean strict, int batchSize) {}

    /**
     * What an import came to.
     *
     * @param lines how many there were, those of an interrupted run before included
     * @param skipped how many a run before had done
     */
    public record Summary(long lines, long users, long groups, long rejected, long skipped) {}

    /** A line was rejected, and one was enough. */
    public static final class StoppedException extends Exception {
        private static final long serialVersionUID = 1;

        StoppedException(long line) {
            super("line %d is wrong".formatted(line), null, false, false);
        }
    }

    /**
     * An import over {@code connection}, which is its own until it ends.
     *
     * @param checkpoint where an interrupted run leaves off; nothing where the input cannot be read again
     * @param progress is told the number of lines that are done, from another thread
     */
    public UserImport(
            Connection connection,
            Settings settings,
            JsonLimits limits,
            Clock clock,
            Rejects rejects,
            Optional<Checkpoint> checkpoint,
            LongConsumer progress)
            throws SQLException {
        this.connection = connection;
        this.settings = settings;
        this.writer = new BatchWriter(connection, settings.tenant(), clock, TransferJson.MAPPER);
        this.parser = new LineParser(limits);
        this.rejects = rejects;
        this.checkpoint = checkpoint;
        this.progress = progress;
    }

    /** Takes in every line that is good. */
    public Summary run(Source source) throws IOException, SQLException, StoppedException {
        long skipped = checkpoint.isPresent() ? checkpoint.get().done() : 0;
        connection.setAutoCommit(false);
        long lines;
        try (ExecutorService background = Executors.newSingleThreadExecutor()) {
            lines = read(source, skipped, background);
        }
        if (checkpoint.isPresent()) {
            checkpoint.get().clear();
        }
        return new Summary(lines, users, groups, rejects.count(), skipped);
    }

    private long read(Source source, long skipped, ExecutorService background)
            throws IOException, SQLException, StoppedException {
        long number = 0;
        List<Line> batch = new ArrayList<>();
        Future<?> writing = background.submit(() -> {});
        for (byte[] text = source.next(); text != null; text = source.next()) {
            number++;
            if (number <= skipped || isBlank(text)) {
                continue;
            }
            Line line = parsed(number, text);
            if (line != null) {
                batch.add(line);
            } else if (settings.strict()) {
                await(writing);
                write(batch, number - 1);
                throw new StoppedException(number);
            }
            if (batch.size() >= settings.batchSize()) {
                await(writing);
                List<Line> full = batch;
                long last = number;
                writing = background.submit(() -> {
                    write(full, last);
                    return null;
                });
                batch = new ArrayList<>();
            }
        }
        await(writing);
        write(batch, number);
        return number;
    }

    private @Nullable Line parsed(long number, byte[] text) throws IOException {
        try {
            return parser.parse(number, text);
        } catch (RejectedException rejected) {
            rejects.add(number, rejected.violations());
            return null;
        }
    }

    /** Writes lines whole or in parts, and notes that all lines up to {@code last} are done. */
    private void write(List<Line> lines, long last) throws SQLException, IOException, StoppedException {
        if (lines.isEmpty()) {
            return;
        }
        try {
            writeAll(lines);
            connection.commit();
            count(lines);
        } catch (SQLException failure) {
            connection.rollback();
            retreat(lines, failure);
        }
        if (checkpoint.isPresent()) {
            checkpoint.get().save(last);
        }
        progress.accept(last);
    }

    private void writeAll(List<Line> lines) throws SQLException {
        List<UserLine> userLines = new ArrayList<>();
        List<GroupLine> groupLines = new ArrayList<>();
        for (Line line : lines) {
            switch (line) {
                case UserLine user -> userLines.add(user);
                case GroupLine group -> groupLines.add(group);
            }
        }
        for (GroupLine group : groupLines) {
            writer.writeGroup(group);
        }
        writer.writeUsers(userLines);
    }

    private void count(List<Line> lines) {
        for (Line line : lines) {
            switch (line) {
                case UserLine _ -> users++;
                case GroupLine _ -> groups++;
            }
        }
    }

    private void retreat(List<Line> lines, SQLException failure) throws SQLException, IOException, StoppedException {
        Optional<RejectedException> rejected = Conflict.of(failure);
        if (rejected.isEmpty()) {
            throw failure;
        }
        if (lines.size() == 1) {
            long number = lines.getFirst().number();
            rejects.add(number, rejected.get().violations());
            if (settings.strict()) {
                throw new StoppedException(number);
            }
            return;
        }
        int half = lines.size() / 2;
        write(lines.subList(0, half), lines.get(half - 1).number());
        write(lines.subList(half, lines.size()), lines.getLast().number());
    }

    private static void await(Future<?> writing) throws SQLException, IOException, StoppedException {
        try {
            writing.get();
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case SQLException refused -> throw refused;
                case IOException broken -> throw broken;
                case StoppedException stopped -> throw stopped;
                case null, default -> throw new IllegalStateException(failure.getCause());
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("the import was interrupted", interrupt);
        }
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
