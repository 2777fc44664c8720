package io.useradmin.operator;

import io.useradmin.operator.TransferProgress.Subject;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.transfer.UserExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports the users of a tenant. */
@Command(
        name = "export",
        description =
                "Exports all groups and users of a tenant with their sessions, addresses and memberships, for import.")
class ExportCommand extends TenantDataCommand {
    private static final int BUFFER = 1 << 16;

    @Parameters(
            paramLabel = "<file>",
            description = "The file to write, with gzip if it ends in .gz; - is standard output.")
    String file;

    @Option(
            names = "--replica",
            description =
                    "Read from the standby at useradmin.database.replica-url, after it has caught up with the primary.")
    boolean onReplica;

    private final ExportRecorder recorder;
    private @Nullable Connection replica;

    ExportCommand(Supplier<Database> database, ExportRecorder recorder) {
        super(database);
        this.recorder = recorder;
    }

    @Override
    void run(Database service) throws SQLException {
        if (!onReplica) {
            super.run(service);
            return;
        }
        try (Connection standby = service.replica().connect()) {
            replica = standby;
            super.run(service);
        }
    }

    @Override
    void runForTenant(Connection connection) throws SQLException {
        PrivateFile.export(file, output -> write(connection, output)).ifPresent(this::report);
    }

    private long write(Connection connection, OutputStream output) throws SQLException, IOException {
        recorder.tenant(connection, tenant);
        Connection source = source(connection);
        long total = Jdbc.query(source, "select count(*) from users where tenant_id = ?", row -> row.getLong(1), tenant)
                .getFirst();
        var written = new AtomicLong();
        var subject = new Subject("users", total, written::get);
        try (var progress = TransferProgress.start(subject, spec.commandLine().getErr())) {
            return new UserExport(source, tenant, new BufferedOutputStream(output, BUFFER), count -> {
                        written.set(count);
                        progress.done(count);
                    })
                    .run();
        }
    }

    private Connection source(Connection primary) throws SQLException {
        if (replica == null) {
            return primary;
        }
        new Standby(replica).awaitAllOf(primary);
        return replica;
    }

    private void report(long users) {
        print(
                "Wrote %s to %s.".formatted(count(users, "user", "users"), file),
                JSON.objectNode().put("users", users).put("file", file));
    }
}
