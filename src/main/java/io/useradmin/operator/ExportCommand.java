package io.useradmin.operator;

import io.useradmin.operator.transfer.UserExport;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes out the users of a tenant. */
@Command(
        name = "export",
        description = "Writes all groups and users of a tenant with all that belongs to them, as import reads it back.")
class ExportCommand extends DatabaseCommand {
    private static final int BUFFER = 1 << 16;

    @Parameters(
            paramLabel = "<file>",
            description = "Where to: packed by gzip if it ends in .gz; - is standard output.")
    String file;

    @Option(names = "--tenant", paramLabel = "<id>", required = true, description = "Whose users.")
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
                long users = writeFile(connection, Path.of(file));
                print(
                        "Wrote %d users to %s.".formatted(users, file),
                        JSON.objectNode().put("users", users).put("file", file));
            }
        } catch (IOException failure) {
            throw new Failure("The export stopped: " + failure.getMessage());
        }
    }

    /** Into a file of another name first: what bears the name is whole. */
    private long writeFile(Connection connection, Path target) throws IOException, SQLException {
        Path part = target.resolveSibling(target.getFileName() + ".part");
        long users;
        try (OutputStream output = Files.newOutputStream(part);
                OutputStream packed = file.endsWith(".gz") ? new GZIPOutputStream(output, BUFFER) : output) {
            users = write(connection, packed);
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return users;
    }

    private long write(Connection connection, OutputStream output) throws SQLException, IOException {
        var buffered = new BufferedOutputStream(output, BUFFER);
        try (TransferProgress progress = TransferProgress.start("export", 0, () -> 0, this::say)) {
            return new UserExport(connection, tenant, buffered, progress::done).run();
        }
    }
}
