package io.useradmin.operator.transfer;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Lets one batch be written while the next is read. */
final class BackgroundWriter implements AutoCloseable {
    private final Destination destination;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private Future<?> writing = CompletableFuture.completedFuture(null);

    /** Where batches go. */
    interface Destination {
        void write(Batch batch) throws SQLException, IOException, StoppedException;
    }

    BackgroundWriter(Destination destination) {
        this.destination = destination;
    }

    /** Begins to write a batch once the one before is written, which fails if that did. */
    void write(Batch batch) throws SQLException, IOException, StoppedException {
        await();
        writing = thread.submit(() -> {
            destination.write(batch);
            return null;
        });
    }

    /** Returns when all is written. */
    void await() throws SQLException, IOException, StoppedException {
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
            throw new IOException("it was interrupted", interrupt);
        }
    }

    /** A batch that is being written is written to its end. */
    @Override
    public void close() {
        thread.close();
    }
}
