package io.useradmin.operator;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands in the test's process. Returns exit code and output. */
public final class Commands {
    /** The number of calls that start the service. */
    final AtomicInteger served = new AtomicInteger();

    /** The simulated errors in the settings. */
    public final List<String> problems = new ArrayList<>();

    /** Whether reads of private data are recorded. */
    boolean recordsReads;

    private final Database database;
    private final Clock clock;

    Commands(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Runs the commands on the shared test database. */
    public static Commands onTestDatabase(Clock clock) {
        return new Commands(testDatabase(), clock);
    }

    /** Runs the commands on a database of their own. */
    public static Commands on(FreshDatabase fresh) {
        return new Commands(new Database(fresh.jdbcUrl(), FreshDatabase.USER, null), Clock.systemUTC());
    }

    static Database testDatabase() {
        String url = "jdbc:postgresql://localhost:%d/postgres".formatted(TestDatabase.port());
        return new Database(url, "postgres", "postgres");
    }

    /** How a command ended. */
    public record Outcome(int exitCode, String out, String err) {
        String onlyLine() {
            return out.strip();
        }
    }

    /** Runs a command. */
    public Outcome run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = run(out, err, arguments);
        return new Outcome(exitCode, out.toString(), err.toString());
    }

    /** Runs a command that writes to {@code out} and {@code err}, and flushes them after each line. Returns the exit code. */
    public int run(Writer out, Writer err, String... arguments) {
        return new Operator(served::incrementAndGet, () -> problems, () -> database, () -> recordsReads, clock)
                .commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** Runs a command line. Arguments must not contain spaces. */
    public Outcome line(String line) {
        return run(
                Arrays.stream(line.split(" ")).filter(word -> !word.isEmpty()).toArray(String[]::new));
    }
}
