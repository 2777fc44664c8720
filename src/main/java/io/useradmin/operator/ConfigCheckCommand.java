package io.useradmin.operator;

import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Validates the settings, as the start of the service does. */
@Command(
        name = "check",
        description = {
            "Checks all settings as 'serve' does, and starts nothing.",
            "It does not connect to the database."
        })
class ConfigCheckCommand implements Runnable {
    @Spec
    CommandSpec spec;

    private final Supplier<List<String>> problems;

    ConfigCheckCommand(Supplier<List<String>> problems) {
        this.problems = problems;
    }

    @Override
    public void run() {
        InvalidSettings.failOn(problems.get());
        StandardOutput.print(spec, "The settings are valid.");
    }
}
