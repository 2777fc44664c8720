package io.useradmin.operator;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Parses command lines that are written elsewhere, such as in manifests. */
public final class CommandArguments {
    private CommandArguments() {}

    /** Fails if the arguments are wrong. Runs nothing. */
    public static void parse(String... arguments) {
        commandLine().parseArgs(arguments);
    }

    /** Every command without subcommands, such as {@code key create}. */
    public static Stream<String> commands() {
        return commands(commandLine().getSubcommands().values());
    }

    /** Every value of {@code import --format}. */
    public static Stream<String> importFormats() {
        return Stream.of(SourceFormat.values()).map(SourceFormat::toString);
    }

    /** The default value of an option, as text. */
    public static String defaultValue(String command, String option) {
        return commandLine()
                .getSubcommands()
                .get(command)
                .getCommandSpec()
                .findOption(option)
                .defaultValue();
    }

    private static Stream<String> commands(Collection<CommandLine> lines) {
        return lines.stream().flatMap(line -> {
            Collection<CommandLine> below = line.getSubcommands().values();
            String name = line.getCommandSpec().qualifiedName().replaceFirst("^" + RootCommand.NAME + " ", "");
            return below.isEmpty() ? Stream.of(name) : commands(below);
        });
    }

    private static CommandLine commandLine() {
        Runnable none = () -> {};
        return new Operator(none, List::of, Commands::testDatabase, () -> false, Clock.systemUTC()).commandLine();
    }
}
