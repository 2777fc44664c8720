package io.useradmin.operator;

import io.useradmin.operator.transfer.UserDocument;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes out everything that is stored about a user. */
@Command(
        name = "export",
        description =
                "Writes everything that is stored about a user as one JSON document, without session keys and other secrets.")
class UserExportCommand extends DatabaseCommand {
    private static final String STANDARD_OUTPUT = "-";

    @Parameters(index = "0", paramLabel = "<user id>", converter = Converters.Id.class, description = "Whose data.")
    String userId;

    @Parameters(
            index = "1",
            paramLabel = "<file>",
            arity = "0..1",
            defaultValue = STANDARD_OUTPUT,
            description =
                    "Where to: packed by gzip if it ends in .gz; - is standard output (default: ${DEFAULT-VALUE}).")
    String file;

    @Option(
            names = "--tenant",
            paramLabel = "<id>",
            required = true,
            converter = Converters.Id.class,
            description = "Whose user.")
    String tenant;

    UserExportCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    void run(Connection connection) throws SQLException {
        new Tenants(connection).require(tenant);
        try {
            if (file.equals(STANDARD_OUTPUT)) {
                var _ = write(connection, new FileOutputStream(FileDescriptor.out));
            } else {
                report(PrivateFile.write(Path.of(file), output -> write(connection, output)));
            }
        } catch (IOException failure) {
            throw new Failure("The export stopped: " + FileErrors.describe(failure));
        }
    }

    private long write(Connection connection, OutputStream output) throws SQLException, IOException {
        return new UserDocument(connection, tenant, userId)
                .write(output)
                .orElseThrow(() -> new Failure("There is no user " + userId + " in tenant " + tenant + "."));
    }

    private void report(long bytes) {
        print(
                "Wrote user %s to %s.".formatted(userId, file),
                JSON.objectNode().put("user_id", userId).put("file", file).put("bytes", bytes));
    }
}
