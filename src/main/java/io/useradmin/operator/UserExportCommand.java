package io.useradmin.operator;

import io.useradmin.operator.transfer.UserDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Exports everything that is stored about a user. */
@Command(
        name = "export",
        description =
                "Writes everything that is stored about a user as one JSON document, without session keys and other secrets.")
class UserExportCommand extends TenantDataCommand {
    @Parameters(
            index = "0",
            paramLabel = "<user id>",
            converter = Converters.Id.class,
            description = "The user's identifier.")
    String userId;

    @Parameters(
            index = "1",
            paramLabel = "<file>",
            arity = "0..1",
            defaultValue = PrivateFile.STANDARD_OUTPUT,
            description =
                    "The file to write, with gzip if it ends in .gz; - is standard output (default: ${DEFAULT-VALUE}).")
    String file;

    private final ExportRecorder recorder;

    UserExportCommand(Supplier<Database> database, ExportRecorder recorder) {
        super(database);
        this.recorder = recorder;
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        PrivateFile.export(file, output -> write(connection, output)).ifPresent(this::report);
    }

    private long write(Connection connection, OutputStream output) throws SQLException, IOException {
        recorder.user(connection, tenant, userId);
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
