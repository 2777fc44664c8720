package io.useradmin.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The top-level command. Its help and exit codes apply to every command. */
@Command(
        name = RootCommand.NAME,
        description =
                "Administers the users of an identity platform over HTTP. Without a command, it serves the HTTP API.",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        usageHelpWidth = 100,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            ExitCode.DONE + ":done",
            ExitCode.FAILED + ":failed; standard error says why",
            ExitCode.WRONG_USE + ":wrong usage; nothing was done",
            ExitCode.OUT_OF_MEMORY + ":out of memory; what was reported as done stays done",
            ExitCode.INCOMPLETE + ":done except for rejected lines; standard error names the rejects file",
            "130, 143:interrupted (SIGINT, SIGTERM); what was reported as done stays done"
        })
class RootCommand implements Runnable {
    static final String NAME = "useradmin";

    private final Runnable server;

    RootCommand(Runnable server) {
        this.server = server;
    }

    @Override
    public void run() {
        server.run();
    }
}
