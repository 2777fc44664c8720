package io.useradmin.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service's database role, with exactly the rights that docs/security.md grants. */
public final class ServiceRole {
    public static final String NAME = "useradmin_service";

    private static final Path DOCUMENT = Path.of("docs", "security.md");
    private static final Pattern STATEMENTS = Pattern.compile("```sql\\R(.*?create role.*?)```", Pattern.DOTALL);

    private static final Pattern ON_CITUS = Pattern.compile("```sql\\R *(-- on Citus only.*?)```", Pattern.DOTALL);

    private ServiceRole() {}

    /** Creates the role in the test database, if it does not exist. The statements are those of the document. */
    public static synchronized void create() {
        if (Sql.list("select 1 from pg_roles where rolname = ?", NAME).isEmpty()) {
            Sql.run(find(STATEMENTS));
        }
    }

    /** What the document says for an upgrade: all statements but the first. */
    public static void grantAgain() {
        Sql.run(find(STATEMENTS).replaceFirst("create role [^;]*;", ""));
    }

    /** Creates the role on another server. */
    public static void createIn(OwnPostgres server) throws SQLException {
        server.run(find(STATEMENTS));
    }

    /** Creates the role on the server of a connection. */
    public static void createIn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(find(STATEMENTS));
        }
    }

    /** Creates the role on every node of a Citus cluster. */
    public static void createIn(CitusDatabase database) throws SQLException {
        database.run(find(STATEMENTS));
        database.run(find(ON_CITUS));
    }

    /** Settings for a service that connects as this role. Creates the role first. */
    public static Map<String, String> settings() {
        create();
        return Map.of(
                "quarkus.datasource.username",
                NAME,
                "quarkus.datasource.password",
                "any, because the test database trusts all");
    }

    private static String find(Pattern statements) {
        try {
            Matcher found = statements.matcher(Files.readString(DOCUMENT));
            if (!found.find()) {
                throw new AssertionError("no statements for a role in " + DOCUMENT);
            }
            return found.group(1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
