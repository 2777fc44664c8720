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
    private final int largest;

    @Spec(Target.MIXEE)
    CommandSpec command;

    @Option(
            names = "--batch",
            paramLabel = "<rows>",
            description = "The most rows that a transaction changes (default: ${DEFAULT-VALUE}).")
    int rows;

    BatchOption() {
        this(1_000, 100_000);
    }

    /** @param rows the default */
    BatchOption(int rows, int largest) {
        this.rows = rows;
        this.largest = largest;
    }

    void check() {
        if (rows < 1 || rows > largest) {
            throw new ParameterException(
                    command.commandLine(), "Invalid value for option '--batch': must be 1 to " + largest);
        }
    }
}
