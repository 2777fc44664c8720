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
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
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
        // The rejects file replaces an earlier one, so the input would be deleted.
        if (input().isSame(rejectsPath())) {
            throw wrongUse("Invalid value for option '--rejects': must not be the file that is read");
        }
        input().requireReadable();
        if (format.needsFile() && !input().isRegular()) {
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
        try (Source source = input().open(format)) {
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

    private Summary read(Connection connection, Source source)
            throws IOException, SQLException, ImportStoppedException {
        if (!new Distribution(connection).isInUse()) {
            // Plans for the actual values depend on statistics, which may be older than the tenant. Citus needs such
            // plans.
            Jdbc.update(connection, "set plan_cache_mode = force_generic_plan");
        }
        var checkpoint = new Checkpoint(connection, tenant, input().version(format));
        Position start = checkpoint.read();
        var settings =
                new Settings(tenant, DataLimits.of(ConfigUtils.configBuilder().build()), strict, batch.rows);
        var subject = new Subject("lines", input().size(), source::bytesRead);
        try (var rejects = new Rejects(rejectsPath(), start);
                var progress =
                        TransferProgress.start(subject, spec.commandLine().getErr())) {
            return new UserImport(connection, settings, clock, rejects, checkpoint, progress::done).run(source, start);
        }
    }

    private void report(Summary summary, Source source) {
        print(text(summary, source), json(summary, source));
        if (summary.rejected() > 0) {
            throw new Failure(
                    ExitCode.INCOMPLETE,
                    "Rejected %s: see %s".formatted(count(summary.rejected(), "line", "lines"), rejectsPath())
                            + (summary.hasAllRejects() ? "" : ", which has lost some of them"));
        }
    }

    private static String text(Summary summary, Source source) {
        var text = new StringBuilder("Imported %s and %s from %s. Rejected %d."
                .formatted(
                        count(summary.users(), "user", "users"),
                        count(summary.groups(), "group", "groups"),
                        count(summary.lines(), "line", "lines"),
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

    private ImportFile input() {
        return new ImportFile(file);
    }

    private Path rejectsPath() {
        return rejectsFile.orElseGet(() -> input().defaultRejects(tenant));
    }
}
