package io.useradmin.operator.transfer;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Writes one batch in the background while the next one is read. */
final class BackgroundWriter implements AutoCloseable {
    private final Destination destination;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private Future<?> writing = CompletableFuture.completedFuture(null);

    /** Writes a batch. */
    interface Destination {
        void write(Batch batch) throws SQLException, IOException, ImportStoppedException;
    }

    BackgroundWriter(Destination destination) {
        this.destination = destination;
    }

    /** Waits until the previous batch is written, and then starts to write this one. Fails if the previous one failed. */
    void write(Batch batch) throws SQLException, IOException, ImportStoppedException {
        await();
        writing = thread.submit(() -> {
            destination.write(batch);
            return null;
        });
    }

    /** Waits until everything is written. */
    void await() throws SQLException, IOException, ImportStoppedException {
        try {
            writing.get();
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case SQLException refused -> throw refused;
                case IOException broken -> throw broken;
                case ImportStoppedException stopped -> throw stopped;
                case null, default -> throw new IllegalStateException(failure.getCause());
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("it was interrupted", interrupt);
        }
    }

    /** A batch that was started is always completed. */
    @Override
    public void close() {
        thread.close();
    }
}
