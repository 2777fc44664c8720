package io.useradmin.operator;

import java.time.Clock;
import java.util.List;

/** Tells whether arguments that are written down elsewhere, as in a manifest, are those of a command. */
public final class CommandArguments {
    private CommandArguments() {}

    /** Fails as the command line would; nothing is run. */
    public static void parse(String... arguments) {
        Runnable none = () -> {};
        new Operator(none, List::of, Commands::testDatabase, Clock.systemUTC())
                .commandLine()
                .parseArgs(arguments);
    }
}
