package io.useradmin.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command on the database. Its result goes to standard output, everything else to standard error. */
@Command
abstract class DatabaseCommand implements Callable<Integer> {
    static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Spec
    CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "<format>",
            converter = Converters.Format.class,
            defaultValue = "text",
            description = "The format of the result: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    OutputFormat output;

    private final Supplier<Database> database;

    DatabaseCommand(Supplier<Database> database) {
        this.database = database;
    }

    @Override
    public final Integer call() throws SQLException {
        check();
        run(database.get());
        return ExitCode.DONE;
    }

    /** Refuses wrong combinations of options before the command connects to the database. */
    void check() {}

    /** Runs the command. Most commands need only one connection. */
    void run(Database service) throws SQLException {
        try (Connection connection = service.connect()) {
            run(connection);
        }
    }

    abstract void run(Connection connection) throws SQLException;

    ParameterException wrongUse(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Prints the result. Fails if it cannot be written, because then the result is lost. */
    void print(String text, JsonNode json) {
        StandardOutput.print(spec, output == OutputFormat.JSON ? json.toString() : text);
    }

    /** The number of things: "1 address", "2 addresses". */
    static String count(long number, String singular, String plural) {
        return number + " " + (number == 1 ? singular : plural);
    }

    /** Prints a message for people, not for scripts. */
    void say(String line) {
        spec.commandLine().getErr().println(line);
    }
}
