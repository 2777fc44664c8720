package io.useradmin.operator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateOutput;
import org.flywaydb.core.api.output.MigrateResult;
import picocli.CommandLine.Command;

/** Migrates the schema to the version of this release. Parallel runs wait for one another. */
@Command(
        name = "migrate",
        description = "Creates the tables in the database, or changes them to what this release needs.")
class MigrateCommand extends DatabaseCommand {
    MigrateCommand(Supplier<Database> database) {
        super(database);
    }

    @Override
    void run(Database service) throws SQLException {
        // Flyway reports an unreachable database in many lines; connecting first reports it in one.
        super.run(service);
        report(service.migratedBy(Flyway.configure(Thread.currentThread().getContextClassLoader()))
                .resourceProvider(new MigrationFiles())
                .javaMigrationClassProvider(List::of)
                .load()
                .migrate());
    }

    @Override
    void run(Connection connection) throws SQLException {
        connection.isValid(0);
    }

    private void report(MigrateResult result) {
        String version = Objects.requireNonNullElse(
                result.targetSchemaVersion, Objects.requireNonNullElse(result.initialSchemaVersion, "none"));
        print(text(result.migrations, version), json(result.migrations, version));
    }

    private static String text(List<MigrateOutput> applied, String version) {
        if (applied.isEmpty()) {
            return "Nothing to do: the schema is at version " + version + ".";
        }
        return applied.stream()
                .map(migration ->
                        "Applied " + migration.version + ": " + migration.description + System.lineSeparator())
                .collect(Collectors.joining("", "", "The schema is at version " + version + "."));
    }

    private static ObjectNode json(List<MigrateOutput> applied, String version) {
        ArrayNode migrations = JSON.arrayNode();
        applied.forEach(migration ->
                migrations.addObject().put("version", migration.version).put("description", migration.description));
        return JSON.objectNode().put("schema_version", version).set("applied", migrations);
    }
}
