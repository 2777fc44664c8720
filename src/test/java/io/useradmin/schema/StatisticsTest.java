package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The command for the tables' owner after a restore, from docs/operations.md. The owner is no superuser. */
class StatisticsTest {
    private static final Pattern COMMAND =
            Pattern.compile("restored <<'SQL'\\R(select .*?)\\\\gexec\\RSQL", Pattern.DOTALL);
    private static final String OWNER = "owner_of_restored";

    @Test
    void areCreatedForTheTablesOfTheOwnerWithoutAWarning() throws Exception {
        Matcher documented = COMMAND.matcher(Files.readString(Path.of("docs", "operations.md")));
        assertThat(documented.find()).isTrue();
        Sql.run("create role " + OWNER + " login");
        try (FreshDatabase fresh = new FreshDatabase()) {
            Sql.run("alter database " + fresh.name() + " owner to " + OWNER);
            try (Connection connection = DriverManager.getConnection(fresh.jdbcUrl(), OWNER, "");
                    Statement statement = connection.createStatement()) {
                statement.execute("create table \"Kept\" as select 1 as number");

                for (String command : list(statement, documented.group(1))) {
                    statement.execute(command);
                    assertThat(Optional.ofNullable(statement.getWarnings())).isEmpty();
                }

                assertThat(list(statement, "select tablename from pg_stats where attname = 'number'"))
                        .containsExactly("Kept");
            }
        } finally {
            Sql.run("drop role " + OWNER);
        }
    }

    private static List<String> list(Statement statement, String query) throws Exception {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
