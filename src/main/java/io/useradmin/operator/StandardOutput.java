package io.useradmin.operator;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command prints its result. */
final class StandardOutput {
    private StandardOutput() {}

    /** Prints the result of {@code command}. Fails if it cannot be written, because then the result is lost. */
    static void print(CommandSpec command, String result) {
        PrintWriter out = command.commandLine().getOut();
        out.println(result);
        if (out.checkError()) {
            throw new Failure("The result cannot be written to standard output.");
        }
    }
}
