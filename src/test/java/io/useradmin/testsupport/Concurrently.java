package io.useradmin.testsupport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Runs calls in parallel. */
public final class Concurrently {
    private static final int THREADS = 16;

    private Concurrently() {}

    /**
     * Starts work in the background in a new thread. Threads of the common pool keep the class loader of the test that created
     * them.
     */
    public static <T> CompletableFuture<T> begin(Supplier<T> work) {
        return CompletableFuture.supplyAsync(
                work, task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Runs all calls. Returns their results in the order of the calls. */
    public static <T> List<T> call(List<Callable<T>> calls) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(calls)) {
                results.add(result.get());
            }
            return results;
        }
    }
}
