package io.useradmin.operator;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only groups others. Calling it without a subcommand is wrong usage. */
@Command
class CommandGroup implements Runnable {
    @Spec
    CommandSpec spec;

    /** A group of {@code commands}. */
    static CommandLine of(String name, String description, Object... commands) {
        var group = new CommandLine(new CommandGroup());
        group.getCommandSpec().name(name).usageMessage().description(description);
        for (Object command : commands) {
            group.addSubcommand(command);
        }
        return group;
    }

    @Override
    public void run() {
        String commands = String.join(", ", spec.subcommands().keySet());
        throw new ParameterException(spec.commandLine(), "Missing command: one of " + commands);
    }
}
