package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.useradmin.testsupport.FreshDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** During an upgrade, the previous release runs on the new schema: its statements must still work. */
class ReleasedStatementsTest {
    @ParameterizedTest
    @MethodSource("io.useradmin.schema.Statements#files")
    void areUnderstoodByTheNewestSchema(Path file) throws SQLException {
        List<String> statements = Statements.read(file);
        assertThat(statements).hasSizeGreaterThan(50);
        try (FreshDatabase fresh = FreshDatabase.migrated();
                Connection connection = fresh.connect()) {
            assertThat(statements)
                    .allSatisfy(statement -> assertThatCode(() ->
                                    Catalogue.run(connection, "prepare statement as " + statement + "; deallocate all"))
                            .doesNotThrowAnyException());
        }
    }
}
