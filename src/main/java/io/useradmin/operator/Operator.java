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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Creates the commands with their dependencies. */
public final class Operator {
    /** The command that serves, which is the default too. */
    public static final String SERVE = "serve";

    private static final String REPLACEMENT = "\uFFFD";

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
                .addSubcommand(CommandGroup.of(
                        "config", "Checks the settings of the service.", new ConfigCheckCommand(problems)))
                .addSubcommand(new MigrateCommand(database))
                .addSubcommand(new DistributeCommand(database))
                .addSubcommand(CommandGroup.of(
                        "tenant",
                        "Creates, lists and deletes tenants, the owners of users and keys.",
                        new TenantCreateCommand(database, clock),
                        new TenantListCommand(database),
                        new TenantDeleteCommand(database, clock)))
                .addSubcommand(CommandGroup.of(
                        "key",
                        "Creates, lists, rotates and revokes API keys.",
                        new KeyCreateCommand(database, clock),
                        new KeyListCommand(database, clock),
                        new KeyRotateCommand(database, clock),
                        new KeyRevokeCommand(database, clock)))
                .addSubcommand(CommandGroup.of("user", "Exports a user.", new UserExportCommand(database, recorder)))
                .addSubcommand(new ImportCommand(database, clock))
                .addSubcommand(new ExportCommand(database, recorder))
                .addSubcommand(
                        CommandGroup.of("sessions", "Revokes sessions.", new SessionsRevokeCommand(database, clock)))
                .addSubcommand(
                        CommandGroup.of("blocks", "Unblocks IP addresses.", new BlocksUnblockCommand(database, clock)))
                .addSubcommand(new PurgeCommand(database, clock))
                .addSubcommand(new DeliverCommand(database, clock))
                .addSubcommand(CommandGroup.of(
                        "ssf",
                        "Manages OpenID Shared Signals.",
                        CommandGroup.of(
                                "key",
                                "Creates, rotates and lists the keys that sign Security Event Tokens, for all tenants.",
                                new SsfKeyCreateCommand(database, clock),
                                new SsfKeyRotateCommand(database, clock),
                                new SsfKeyListCommand(database, clock))))
                .addSubcommand(new CompletionCommand())
                .setExpandAtFiles(false)
                .setExecutionStrategy(Operator::runIfReadable)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    /** In a locale like POSIX, the JVM replaces each byte of an argument that is not ASCII. The command would store the replacement. */
    private static int runIfReadable(ParseResult parsed) {
        if (parsed.originalArgs().stream().anyMatch(argument -> argument.contains(REPLACEMENT))) {
            throw new ParameterException(
                    parsed.commandSpec().commandLine(),
                    "An argument has characters that the locale does not know: set LC_ALL=C.UTF-8");
        }
        return new RunLast().execute(parsed);
    }

    private void serve() {
        InvalidSettings.failOn(problems.get());
        server.run();
    }

    /** Unlike {@code System.out}, it fails if nothing can be written, for example on a full disk. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
