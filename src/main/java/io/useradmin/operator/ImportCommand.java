package io.useradmin.operator;

import io.useradmin.operator.transfer.Checkpoint;
import io.useradmin.operator.transfer.Limits;
import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.Rejects;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.UserImport;
import io.useradmin.operator.transfer.UserImport.Settings;
import io.useradmin.operator.transfer.UserImport.StoppedException;
import io.useradmin.operator.transfer.UserImport.Summary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
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

/** Brings users into a tenant. */
@Command(
        name = "import",
        description = {
            "Brings users with their sessions, addresses and groups into a tenant: NDJSON, one user a line, packed by"
                    + " gzip or not. Run twice, it changes nothing; interrupted, it goes on where it stopped.",
            "A line that is wrong is told in the rejects file, by its number and the JSON Pointer of what is wrong, and"
                    + " the rest goes in."
        })
class ImportCommand extends DatabaseCommand {
    private static final String STANDARD_INPUT = "-";

    private final Clock clock;

    @Parameters(paramLabel = "<file>", description = "What to read; - is standard input.")
    String file;

    @Option(names = "--tenant", paramLabel = "<id>", required = true, description = "Whose users they become.")
    String tenant;

    @Option(names = "--strict", description = "Stop at the first line that is wrong; the lines before it stay.")
    boolean strict;

    @Option(
            names = "--rejects",
            paramLabel = "<file>",
            description = "Where lines that are wrong are told (default: <file>.rejects, or import.rejects).")
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
        if (!isStandardInput() && !Files.isReadable(Path.of(file))) {
            throw wrongUse("There is no file " + file + " that can be read.");
        }
    }

    @Override
    void run(Connection connection) throws SQLException {
        new Tenants(connection).require(tenant);
        ImportLock.take(connection, tenant);
        try (InputStream input = isStandardInput() ? System.in : Files.newInputStream(Path.of(file));
                Source source = new NdjsonSource(input)) {
            read(connection, source);
        } catch (IOException failure) {
            throw new Failure("The import stopped: " + failure.getMessage() + ". What was done stays done.");
        }
    }

    private void read(Connection connection, Source source) throws IOException, SQLException {
        Optional<Checkpoint> checkpoint =
                isStandardInput() ? Optional.empty() : Optional.of(Checkpoint.of(Path.of(file), tenant));
        boolean goesOn = checkpoint.isPresent() && checkpoint.get().done() > 0;
        long size = isStandardInput() ? 0 : Files.size(Path.of(file));
        try (Rejects rejects = new Rejects(rejectsPath(), goesOn);
                TransferProgress progress = TransferProgress.start("import", size, source::bytesRead, this::say)) {
            var users = new UserImport(
                    connection,
                    new Settings(tenant, strict, batch.rows),
                    Limits.DEFAULT,
                    clock,
                    rejects,
                    checkpoint,
                    progress::done);
            report(users.run(source), source);
        } catch (StoppedException stopped) {
            throw new Failure(
                    "Stopped: " + stopped.getMessage() + ", see " + rejectsPath() + ". The lines before it stay.");
        }
    }

    private void report(Summary summary, Source source) {
        String skipped = summary.skipped() == 0 ? "" : ", " + summary.skipped() + " done before";
        String rejected = summary.rejected() == 0 ? "" : ", see " + rejectsPath();
        StringBuilder text = new StringBuilder("Read %d lines: %d users and %d groups taken in, %d rejected%s%s."
                .formatted(
                        summary.lines(), summary.users(), summary.groups(), summary.rejected(), rejected, skipped));
        var json = JSON.objectNode()
                .put("lines", summary.lines())
                .put("users", summary.users())
                .put("groups", summary.groups())
                .put("rejected", summary.rejected())
                .put("skipped", summary.skipped());
        var leftBehind = json.putObject("left_behind");
        source.leftBehind().forEach((what, count) -> {
            text.append(System.lineSeparator()).append("Left behind: %d %s".formatted(count, what));
            leftBehind.put(what, count);
        });
        print(text.toString(), json);
    }

    private boolean isStandardInput() {
        return file.equals(STANDARD_INPUT);
    }

    private Path rejectsPath() {
        return rejectsFile.orElseGet(() -> Path.of(isStandardInput() ? "import.rejects" : file + ".rejects"));
    }
}
