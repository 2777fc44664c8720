package io.useradmin.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only groups others. Calling it without a subcommand is wrong usage. */
@Command
abstract class CommandGroup implements Runnable {
    @Spec
    CommandSpec spec;

    @Override
    public void run() {
        String commands = String.join(", ", spec.subcommands().keySet());
        throw new ParameterException(spec.commandLine(), "Missing command: one of " + commands);
    }
}
