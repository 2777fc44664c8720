package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.useradmin.operator.Distribution.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateOutput;
import org.flywaydb.core.api.output.MigrateResult;
import picocli.CommandLine.Command;

/**
 * Migrates the schema to the version of this release. Parallel runs wait for each other. In a distributed database, it also
 * distributes new tables, because the service can use only distributed tables there.
 */
@Command(name = "migrate", description = "Creates or updates the tables in the database for this release.")
class MigrateCommand extends DatabaseCommand {
    /**
     * While a migration waits for the lock of a table, all later requests for the table wait too. So it fails before these reach
     * the service's statement timeout, and can be repeated.
     */
    static final String LOCK_TIMEOUT = "set lock_timeout = '3s'";

    /** The history of a schema that Flyway has migrated. */
    private static final String HISTORY = "flyway_schema_history";

    private static final int WITHOUT_LIMIT = -1;

    MigrateCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    void run(Database service) throws SQLException {
        // First checks the database, because for an unreachable one Flyway prints many lines.
        super.run(service);
        MigrateResult result =
                settings(service).resourceProvider(new MigrationFiles()).load().migrate();
        report(result, newlyDistributed(service));
    }

    /** All settings but the files. */
    static FluentConfiguration settings(Database service) {
        FluentConfiguration settings =
                service.migratedBy(Flyway.configure(Thread.currentThread().getContextClassLoader()));
        return MigrationSettings.apply(settings)
                .initSql(Distribution.SETTINGS + ";" + LOCK_TIMEOUT)
                .javaMigrationClassProvider(List::of)
                .lockRetryCount(WITHOUT_LIMIT);
    }

    private static List<String> newlyDistributed(Database service) throws SQLException {
        try (Connection connection = service.connect()) {
            var distribution = new Distribution(connection);
            return distribution.isInUse()
                    ? distribution.run().stream()
                            .filter(Outcome::isNew)
                            .map(Outcome::table)
                            .toList()
                    : List.of();
        }
    }

    /** Prepares the database for Flyway, which opens its own connections. */
    @Override
    void run(Connection connection) throws SQLException {
        requireUtf8(connection);
        forgetFailures(connection);
    }

    /** Refuses a database that cannot store every text. Many servers have such an encoding as their default. */
    private static void requireUtf8(Connection connection) throws SQLException {
        String encoding = Jdbc.query(connection, "show server_encoding", row -> row.getString(1))
                .getFirst();
        if (!encoding.equals("UTF8")) {
            throw new Failure("The encoding of the database is " + encoding
                    + ", and must be UTF8. Create another database (createdb --encoding=UTF8 --template=template0).");
        }
    }

    /** Flyway never runs a file again that failed outside a transaction. But these files can run again, as they must. */
    private static void forgetFailures(Connection connection) throws SQLException {
        boolean isMigrated = Jdbc.query(
                        connection, "select to_regclass(?) is not null", row -> row.getBoolean(1), HISTORY)
                .getFirst();
        if (isMigrated) {
            Jdbc.update(connection, "delete from " + HISTORY + " where not success");
        }
    }

    private void report(MigrateResult result, List<String> distributed) {
        String version = Objects.requireNonNullElse(
                result.targetSchemaVersion, Objects.requireNonNullElse(result.initialSchemaVersion, "none"));
        print(text(result.migrations, version, distributed), json(result.migrations, version, distributed));
    }

    private static String text(List<MigrateOutput> applied, String version, List<String> distributed) {
        if (applied.isEmpty() && distributed.isEmpty()) {
            return "Nothing to do: the schema is at version " + version + ".";
        }
        return Stream.concat(
                        applied.stream()
                                .map(migration -> "Applied " + migration.version + ": " + migration.description),
                        distributed.stream().map(table -> "Distributed " + table))
                .map(line -> line + System.lineSeparator())
                .collect(Collectors.joining("", "", "The schema is at version " + version + "."));
    }

    private static ObjectNode json(List<MigrateOutput> applied, String version, List<String> distributed) {
        ArrayNode migrations = JSON.arrayNode();
        applied.forEach(migration ->
                migrations.addObject().put("version", migration.version).put("description", migration.description));
        ObjectNode json = JSON.objectNode().put("schema_version", version).set("applied", migrations);
        if (!distributed.isEmpty()) {
            distributed.forEach(json.putArray("distributed")::add);
        }
        return json;
    }
}
