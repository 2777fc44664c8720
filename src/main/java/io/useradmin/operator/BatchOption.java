package io.useradmin.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option for the batch size. */
@Command
class BatchOption {
    private static final int LARGEST = 100_000;

    @Spec(Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--batch",
            paramLabel = "<rows>",
            description = "The most rows that a transaction changes, 1 to 100000 (default: ${DEFAULT-VALUE}).")
    int rows = 1_000;

    void check() {
        check(command, rows, LARGEST);
    }

    /** Refuses a batch size of {@code command} that is not from 1 to {@code largest}. */
    static void check(CommandSpec command, int rows, int largest) {
        if (rows < 1 || rows > largest) {
            throw new ParameterException(
                    command.commandLine(), "Invalid value for option '--batch': must be 1 to " + largest);
        }
    }
}
