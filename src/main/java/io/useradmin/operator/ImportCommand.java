package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.useradmin.operator.TransferProgress.Subject;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.settings.SettingsCheck;
import io.useradmin.operator.transfer.Checkpoint;
import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.operator.transfer.DataLimits;
import io.useradmin.operator.transfer.FaultyFileException;
import io.useradmin.operator.transfer.ImportStoppedException;
import io.useradmin.operator.transfer.Rejects;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.UserImport;
import io.useradmin.operator.transfer.UserImport.Settings;
import io.useradmin.operator.transfer.UserImport.Summary;
import io.useradmin.shared.Sha256;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Imports users into a tenant. */
@Command(
        name = "import",
        description = {
            "Imports users with their sessions, addresses and groups into a tenant. The file is NDJSON with one user per"
                    + " line, or the export of another product, plain or gzip.",
            "Invalid lines are not imported. The rejects file has their numbers and errors. A second run changes nothing."
                    + " After an interruption, run it again to continue."
        })
class ImportCommand extends TenantDataCommand {
    private static final String STANDARD_INPUT = "-";
    /** Leaves as much for the name of the imported file; the name of a file has at most 255 bytes. */
    private static final int LONGEST_TENANT = 128;

    private static final String STOPPED = "The import stopped. Run it again to continue: ";
    private static final String FAULTY = "The import stopped. Correct the file and run it again: ";

    private final Clock clock;

    @Parameters(paramLabel = "<file>", description = "The file to read; - is standard input.")
    String file;

    @Option(
            names = "--format",
            paramLabel = "<format>",
            defaultValue = "useradmin",
            converter = Converters.Origin.class,
            description = "The format of the file: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    SourceFormat format;

    @Option(names = "--strict", description = "Stop at the first invalid line. The lines before it are imported.")
    boolean strict;

    @Option(
            names = "--rejects",
            paramLabel = "<file>",
            description = "The file for the errors of invalid lines (default: <file>.<tenant>.rejects, or"
                    + " import.<tenant>.rejects).")
    Optional<Path> rejectsFile = Optional.empty();

    @Mixin
    final BatchOption batch = new BatchOption();

    ImportCommand(Supplier<Database> database, Clock clock) {
        super(database);
        this.clock = clock;
    }

    @Override
    void check() {
        batch.check();
        if (isInput(rejectsPath())) {
            throw wrongUse("Invalid value for option '--rejects': must not be the file that is read");
        }
        if (!isStandardInput() && (!Files.isReadable(Path.of(file)) || Files.isDirectory(Path.of(file)))) {
            throw new Failure("The file " + file + " does not exist or cannot be read.");
        }
        if (isStandardInput() && isStandardInputClosed()) {
            throw new Failure("Standard input is closed.");
        }
        if (format.needsFile() && (isStandardInput() || !Files.isRegularFile(Path.of(file)))) {
            throw wrongUse("The format " + format + " is read twice: give a file, not standard input or a pipe");
        }
        InvalidSettings.failOn(SettingsCheck.forCommands());
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        var tenants = new Tenants(connection);
        tenants.lock(tenant);
        // Its deletion may just have ended.
        tenants.require(tenant);
        try (Source source = open()) {
            Summary summary = read(connection, source);
            updateStatistics(connection, summary.users());
            report(summary, source);
        } catch (FaultyFileException fault) {
            throw new Failure(FAULTY + FileErrors.describe(fault));
        } catch (IOException failure) {
            throw new Failure(STOPPED + FileErrors.describe(failure));
        } catch (SQLException failure) {
            throw new Failure(STOPPED + DatabaseErrors.describe(failure));
        } catch (ImportStoppedException stopped) {
            throw new Failure("The import stopped: " + stopped.getMessage() + ", see " + rejectsPath()
                    + ". The lines before it are imported.");
        }
    }

    private void updateStatistics(Connection connection, long newUsers) {
        try {
            connection.setAutoCommit(true);
            Statistics.update(connection, newUsers);
        } catch (SQLException failure) {
            say("The import is complete, but PostgreSQL's statistics are not updated. "
                    + DatabaseErrors.describe(failure));
        }
    }

    private Source open() throws IOException {
        return isStandardInput() ? format.open(new FileInputStream(FileDescriptor.in)) : format.open(Path.of(file));
    }

    private Summary read(Connection connection, Source source)
            throws IOException, SQLException, ImportStoppedException {
        if (!new Distribution(connection).isInUse()) {
            // Plans for the actual values depend on statistics, which may be older than the tenant. Citus needs such
            // plans.
            Jdbc.update(connection, "set plan_cache_mode = force_generic_plan");
        }
        var checkpoint = new Checkpoint(connection, tenant, version());
        Position start = checkpoint.read();
        var settings =
                new Settings(tenant, DataLimits.of(ConfigUtils.configBuilder().build()), strict, batch.rows);
        var subject = new Subject("lines", isStandardInput() ? 0 : Files.size(Path.of(file)), source::bytesRead);
        try (var rejects = new Rejects(rejectsPath(), start);
                var progress =
                        TransferProgress.start(subject, spec.commandLine().getErr())) {
            return new UserImport(connection, settings, clock, rejects, checkpoint, progress::done).run(source, start);
        }
    }

    /** Identifies this version of the file, and its format, for the checkpoint. */
    private Optional<String> version() throws IOException {
        if (isStandardInput()) {
            return Optional.empty();
        }
        Path path = Path.of(file);
        return Optional.of("%s as %s, %d bytes, %s"
                .formatted(path.getFileName(), format, Files.size(path), Files.getLastModifiedTime(path)));
    }

    private void report(Summary summary, Source source) {
        print(text(summary, source), json(summary, source));
        if (summary.rejected() > 0) {
            throw new Failure(
                    ExitCode.INCOMPLETE,
                    "Rejected %s: see %s".formatted(count(summary.rejected(), "lines"), rejectsPath())
                            + (summary.hasAllRejects() ? "" : ", which has lost some of them"));
        }
    }

    private static String text(Summary summary, Source source) {
        var text = new StringBuilder("Imported %s and %s from %s. Rejected %d."
                .formatted(
                        count(summary.users(), "users"),
                        count(summary.groups(), "groups"),
                        count(summary.lines(), "lines"),
                        summary.rejected()));
        if (summary.done() > 0) {
            text.append(" The first %d were completed before.".formatted(summary.done()));
        }
        source.notImported()
                .forEach((what, count) ->
                        text.append(System.lineSeparator()).append("Not imported: %d %s".formatted(count, what)));
        return text.toString();
    }

    private static ObjectNode json(Summary summary, Source source) {
        ObjectNode json = JSON.objectNode()
                .put("lines", summary.lines())
                .put("done_before", summary.done())
                .put("users", summary.users())
                .put("groups", summary.groups())
                .put("rejected", summary.rejected());
        source.notImported().forEach(json.putObject("not_imported")::put);
        return json;
    }

    private boolean isStandardInput() {
        return file.equals(STANDARD_INPUT);
    }

    /** Its number is free then. The JVM has opened its first file with it, which the import would read. */
    private static boolean isStandardInputClosed() {
        Path openFiles = Path.of("/dev/fd");
        Path input = openFiles.resolve("0");
        Path firstFile = Path.of(System.getProperty("java.home", ""), "lib", "modules");
        return Files.exists(openFiles) && (!Files.exists(input) || areSame(input, firstFile));
    }

    /** Also under another name: the rejects file replaces an earlier one, so the input would be deleted. */
    private boolean isInput(Path path) {
        return areSame(path, Path.of(file));
    }

    private static boolean areSame(Path path, Path input) {
        try {
            return path.equals(input) || (Files.exists(path) && Files.exists(input) && Files.isSameFile(path, input));
        } catch (IOException failure) {
            throw new Failure("The files cannot be compared: " + FileErrors.describe(failure) + ".");
        }
    }

    /** The default has the tenant, so that imports of one file into several tenants have their own. */
    private Path rejectsPath() {
        return rejectsFile.orElseGet(
                () -> Path.of("%s.%s.rejects".formatted(isStandardInput() ? "import" : file, tenantInFileName())));
    }

    /** The encoding may be longer than a file name. It never begins with the character before the digest. */
    private String tenantInFileName() {
        String encoded = URLEncoder.encode(tenant, StandardCharsets.UTF_8);
        return encoded.length() <= LONGEST_TENANT
                ? encoded
                : "~" + HexFormat.of().formatHex(Sha256.of(tenant.getBytes(StandardCharsets.UTF_8)));
    }
}
