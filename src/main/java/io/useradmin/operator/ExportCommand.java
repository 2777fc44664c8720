package io.useradmin.operator;

import io.useradmin.operator.TransferProgress.Subject;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.transfer.UserExport;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports the users of a tenant. */
@Command(
        name = "export",
        description = "Writes all groups and users of a tenant with all that belongs to them, as import reads it back.")
class ExportCommand extends DatabaseCommand {
    private static final int BUFFER = 1 << 16;

    @Parameters(
            paramLabel = "<file>",
            description = "Where to: packed by gzip if it ends in .gz; - is standard output.")
    String file;

    @Option(
            names = "--tenant",
            paramLabel = "<id>",
            required = true,
            converter = Converters.Id.class,
            description = "Whose users.")
    String tenant;

    ExportCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    void run(Connection connection) throws SQLException {
        new Tenants(connection).require(tenant);
        try {
            if (file.equals("-")) {
                write(connection, new FileOutputStream(FileDescriptor.out));
            } else {
                report(writeWhole(connection, Path.of(file)));
            }
        } catch (IOException failure) {
            throw new Failure("The export stopped: " + FileErrors.describe(failure));
        }
    }

    /**
     * The output goes to a temporary file first, so that a file with the final name is complete. The JDK creates it only for its
     * owner and follows no link. An existing path that is not a file, such as a pipe, is written directly.
     */
    private long writeWhole(Connection connection, Path target) throws IOException, SQLException {
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            return writeFile(connection, target);
        }
        Path folder = Objects.requireNonNull(target.toAbsolutePath().getParent());
        Path part = Files.createTempFile(folder, target.getFileName() + ".", ".part");
        // If the process is asked to end, for example by Ctrl+C.
        part.toFile().deleteOnExit();
        try {
            long users = writeFile(connection, part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return users;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private long writeFile(Connection connection, Path path) throws IOException, SQLException {
        try (OutputStream output = Files.newOutputStream(path, StandardOpenOption.WRITE);
                OutputStream packed = file.endsWith(".gz") ? new GZIPOutputStream(output, BUFFER) : output) {
            return write(connection, packed);
        }
    }

    private long write(Connection connection, OutputStream output) throws SQLException, IOException {
        long total = Jdbc.query(
                        connection, "select count(*) from users where tenant_id = ?", row -> row.getLong(1), tenant)
                .getFirst();
        var written = new AtomicLong();
        var subject = new Subject("users", total, written::get);
        try (var progress = TransferProgress.start(subject, spec.commandLine().getErr())) {
            return new UserExport(connection, tenant, new BufferedOutputStream(output, BUFFER), count -> {
                        written.set(count);
                        progress.done(count);
                    })
                    .run();
        }
    }

    private void report(long users) {
        print(
                "Wrote %d users to %s.".formatted(users, file),
                JSON.objectNode().put("users", users).put("file", file));
    }
}
