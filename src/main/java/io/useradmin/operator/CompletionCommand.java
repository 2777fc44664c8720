package io.useradmin.operator;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the completion script for shells. */
@Command(
        name = "completion",
        description = {
            "Writes a completion script for bash and zsh.",
            "To use it in this shell: source <(useradmin completion)"
        })
class CompletionCommand implements Runnable {
    @Spec
    CommandSpec spec;

    @Override
    public void run() {
        StandardOutput.print(
                spec, AutoComplete.bash(RootCommand.NAME, spec.root().commandLine()));
    }
}
