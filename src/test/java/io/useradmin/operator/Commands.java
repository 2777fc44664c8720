package io.useradmin.operator;

import io.useradmin.testsupport.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands in the test's process. Returns exit code and output. */
final class Commands {
    /** The number of calls that start the service. */
    final AtomicInteger served = new AtomicInteger();

    /** The simulated errors in the settings. */
    final List<String> problems = new ArrayList<>();

    /** Whether reads of private data are recorded. */
    boolean recordsReads;

    private final Database database;
    private final Clock clock;

    Commands(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Runs the commands on the shared test database. */
    static Commands onTestDatabase(Clock clock) {
        return new Commands(testDatabase(), clock);
    }

    static Database testDatabase() {
        String url = "jdbc:postgresql://localhost:%d/postgres".formatted(TestDatabase.port());
        return new Database(url, "postgres", "postgres");
    }

    record Outcome(int exitCode, String out, String err) {
        String onlyLine() {
            return out.strip();
        }
    }

    Outcome run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = new Operator(served::incrementAndGet, () -> problems, () -> database, () -> recordsReads, clock)
                .commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Outcome(exitCode, out.toString(), err.toString());
    }

    /** Runs a command line. Arguments must not contain spaces. */
    Outcome line(String line) {
        return run(
                Arrays.stream(line.split(" ")).filter(word -> !word.isEmpty()).toArray(String[]::new));
    }
}
