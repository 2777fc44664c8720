package io.useradmin.testsupport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Does many things at the same time, as far as a machine can. */
public final class Concurrently {
    private static final int THREADS = 16;

    private Concurrently() {}

    /**
     * Begins one thing beside the test, in a thread of its own: those of the common pool have the class loader of whichever
     * test they were made for.
     */
    public static <T> CompletableFuture<T> begin(Supplier<T> work) {
        return CompletableFuture.supplyAsync(
                work, task -> Thread.ofPlatform().daemon().start(task));
    }

    /** What all calls came to, in their order. */
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
