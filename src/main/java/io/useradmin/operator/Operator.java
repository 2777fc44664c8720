package io.useradmin.operator;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The commands, put together with what they work with. */
public final class Operator {
    private final Runnable server;
    private final Supplier<Database> database;
    private final Clock clock;

    Operator(Runnable server, Supplier<Database> database, Clock clock) {
        this.server = server;
        this.database = database;
        this.clock = clock;
    }

    /**
     * Does what {@code arguments} ask for, on the database that the settings of the process name.
     *
     * @param server serves until it is told to end
     * @return the exit code of the process
     */
    public static int run(Runnable server, String... arguments) {
        Runnable served = () -> {
            DatabaseSettings.ofProcess().requireUrl();
            server.run();
        };
        var operator = new Operator(served, () -> DatabaseSettings.ofProcess().database(), Clock.systemUTC());
        return operator.commandLine()
                .setOut(writer(FileDescriptor.out))
                .setErr(writer(FileDescriptor.err))
                .execute(arguments);
    }

    CommandLine commandLine() {
        var failures = new Failures();
        return new CommandLine(new RootCommand(server))
                .addSubcommand(new ServeCommand(server))
                .addSubcommand(new MigrateCommand(database))
                .addSubcommand(tenants())
                .addSubcommand(keys())
                .addSubcommand(new ImportCommand(database, clock))
                .addSubcommand(new ExportCommand(database))
                .addSubcommand(new PurgeCommand(database, clock))
                .addSubcommand(new CompletionCommand())
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
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

    /** Unlike the streams of {@code System} it notices when nothing can be written, as on a full disk. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
