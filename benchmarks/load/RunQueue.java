import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures how long runnable threads of some processes waited for a processor, from Linux' schedstat. Such a wait is latency
 * that the machine adds.
 */
final class RunQueue implements Runnable {
    /** Reading more often would itself use much CPU. */
    private static final long PAUSE = 20;

    private final List<String> processes;
    private final Map<Path, Waits> before = new HashMap<>();
    private volatile double longest;

    private RunQueue(List<String> processes) {
        this.processes = processes;
    }

    /** Watches {@code processes} until this process ends. */
    static RunQueue watch(List<String> processes) {
        var queue = new RunQueue(processes);
        Thread.ofPlatform().daemon().start(queue);
        return queue;
    }

    /** The longest wait of a thread in milliseconds. If several waits ended between two samples, their average counts. */
    double longest() {
        return longest;
    }

    @Override
    public void run() {
        try {
            while (true) {
                processes.forEach(this::look);
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(String process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", process, "task"))) {
            threads.forEach(this::lookAt);
        } catch (IOException | UncheckedIOException ended) {
            // The backend or thread has ended.
        }
    }

    private void lookAt(Path thread) {
        try {
            String[] fields = Files.readString(thread.resolve("schedstat")).strip().split(" ");
            var now = new Waits(Long.parseLong(fields[1]), Long.parseLong(fields[2]));
            Waits last = before.put(thread, now);
            if (last != null && now.count > last.count) {
                longest = Math.max(longest, (now.nanoseconds - last.nanoseconds) / (now.count - last.count) / 1e6);
            }
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
    }

    /** A thread's total wait so far, and the number of its time slices. */
    private record Waits(long nanoseconds, long count) {}
}
