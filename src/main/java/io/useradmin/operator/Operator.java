package io.useradmin.operator;

import io.useradmin.operator.settings.SettingsCheck;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Creates the commands with their dependencies. */
public final class Operator {
    /** The command that serves, which is the default too. */
    public static final String SERVE = "serve";

    private final Runnable server;
    private final Supplier<List<String>> problems;
    private final Supplier<Database> database;
    private final ExportRecorder recorder;
    private final Clock clock;

    /**
     * @param problems the problems of the settings, one per line
     * @param recordsReads whether reads of private data are recorded
     */
    Operator(
            Runnable server,
            Supplier<List<String>> problems,
            Supplier<Database> database,
            BooleanSupplier recordsReads,
            Clock clock) {
        this.server = server;
        this.problems = problems;
        this.database = database;
        this.recorder = new ExportRecorder(recordsReads, clock);
        this.clock = clock;
    }

    /**
     * Runs {@code arguments} on the database in the settings of the process.
     *
     * @param server serves until the process is asked to stop
     * @return the exit code of the process
     */
    public static int run(Runnable server, String... arguments) {
        var operator = new Operator(
                server,
                SettingsCheck::forServing,
                () -> DatabaseSettings.ofProcess().database(),
                ExportRecorder::isOnInProcess,
                Clock.systemUTC());
        return operator.commandLine()
                .setOut(writer(FileDescriptor.out))
                .setErr(writer(FileDescriptor.err))
                .execute(arguments);
    }

    CommandLine commandLine() {
        var failures = new Failures();
        return new CommandLine(new RootCommand(this::serve))
                .addSubcommand(new ServeCommand(this::serve))
                .addSubcommand(configuration())
                .addSubcommand(new MigrateCommand(database))
                .addSubcommand(new DistributeCommand(database))
                .addSubcommand(tenants())
                .addSubcommand(keys())
                .addSubcommand(users())
                .addSubcommand(new ImportCommand(database, clock))
                .addSubcommand(new ExportCommand(database, recorder))
                .addSubcommand(sessions())
                .addSubcommand(blocks())
                .addSubcommand(new PurgeCommand(database, clock))
                .addSubcommand(new DeliverCommand(database, clock))
                .addSubcommand(signals())
                .addSubcommand(new CompletionCommand())
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private void serve() {
        InvalidSettings.failOn(problems.get());
        server.run();
    }

    private CommandLine configuration() {
        return new CommandLine(new ConfigCommand()).addSubcommand(new ConfigCheckCommand(problems));
    }

    private CommandLine tenants() {
        return new CommandLine(new TenantCommand())
                .addSubcommand(new TenantCreateCommand(database, clock))
                .addSubcommand(new TenantListCommand(database))
                .addSubcommand(new TenantDeleteCommand(database, clock));
    }

    private CommandLine keys() {
        return new CommandLine(new KeyCommand())
                .addSubcommand(new KeyCreateCommand(database, clock))
                .addSubcommand(new KeyListCommand(database, clock))
                .addSubcommand(new KeyRotateCommand(database, clock))
                .addSubcommand(new KeyRevokeCommand(database, clock));
    }

    private CommandLine signals() {
        return new CommandLine(new SsfCommand())
                .addSubcommand(new CommandLine(new SsfKeyCommand())
                        .addSubcommand(new SsfKeyCreateCommand(database, clock))
                        .addSubcommand(new SsfKeyRotateCommand(database, clock))
                        .addSubcommand(new SsfKeyListCommand(database, clock)));
    }

    private CommandLine users() {
        return new CommandLine(new UserCommand()).addSubcommand(new UserExportCommand(database, recorder));
    }

    private CommandLine sessions() {
        return new CommandLine(new SessionsCommand()).addSubcommand(new SessionsRevokeCommand(database, clock));
    }

    private CommandLine blocks() {
        return new CommandLine(new BlocksCommand()).addSubcommand(new BlocksUnblockCommand(database, clock));
    }

    /** Unlike {@code System.out}, it fails if nothing can be written, for example on a full disk. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
