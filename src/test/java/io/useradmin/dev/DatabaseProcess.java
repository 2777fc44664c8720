package io.useradmin.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A separate process that uses an embedded database, like dev mode. A test can stop or kill it. */
final class DatabaseProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Process process;

    private DatabaseProcess(Process process) {
        this.process = process;
    }

    /** Starts the process. Returns when its database is ready. */
    static DatabaseProcess start(EmbeddedDatabase database) throws IOException, InterruptedException {
        Path ready = Files.createTempFile("ready", "");
        Files.delete(ready);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // It does little before it waits, so it needs no C2 compiler.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DatabaseProcess.class.getName(),
                        database.data().toString(),
                        database.binaries().toString(),
                        ready.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitReady(process, ready);
        return new DatabaseProcess(process);
    }

    /** The program of the process. */
    public static void main(String... arguments) throws IOException, InterruptedException {
        new EmbeddedDatabase(Path.of(arguments[0]), Path.of(arguments[1])).start();
        Files.createFile(Path.of(arguments[2]));
        new CountDownLatch(1).await();
    }

    /** Stops it, like Ctrl+C. */
    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Kills it, so that it cannot stop its database. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static void awaitReady(Process process, Path ready) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!Files.deleteIfExists(ready)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly();
                throw new IllegalStateException("the database did not start in the other process");
            }
            Thread.sleep(PAUSE);
        }
    }
}
