package io.useradmin.operator.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CheckpointTest {
    private static final Position HALF_WAY = new Position(500, 3, 99);

    private final Tenant tenant = Tenant.create();
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = TestDatabase.connect();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void beginsAtTheStart() throws SQLException {
        assertThat(of("a").read()).isEqualTo(Position.START);
    }

    @Test
    void returnsTheLastSavedPosition() throws SQLException {
        of("a").save(new Position(100, 0, 0));
        of("a").save(HALF_WAY);
        assertThat(of("a").read()).isEqualTo(HALF_WAY);
    }

    @Test
    void countsOnlyForTheSameInputAndTenant() throws SQLException {
        of("a").save(HALF_WAY);
        assertThat(of("b").read()).isEqualTo(Position.START);
        assertThat(new Checkpoint(connection, Tenant.create().id(), Optional.of("a")).read())
                .isEqualTo(Position.START);
    }

    @Test
    void isThatOfTheLastInput() throws SQLException {
        of("a").save(HALF_WAY);
        of("b").save(new Position(1, 0, 0));
        assertThat(of("a").read()).isEqualTo(Position.START);
    }

    @Test
    void isPartOfTheTransaction() throws SQLException {
        connection.setAutoCommit(false);
        of("a").save(HALF_WAY);
        connection.rollback();
        assertThat(of("a").read()).isEqualTo(Position.START);
    }

    @Test
    void isDeletedAtTheEndAndWithTheTenant() throws SQLException {
        of("a").save(HALF_WAY);
        of("a").clear();
        assertThat(of("a").read()).isEqualTo(Position.START);
        of("a").save(HALF_WAY);
        Sql.run("delete from api_keys where tenant_id = ?", tenant.id());
        Sql.run("delete from tenants where tenant_id = ?", tenant.id());
        assertThat(of("a").read()).isEqualTo(Position.START);
    }

    @Test
    void doesNotSaveForInputThatCannotBeReadAgain() throws SQLException {
        var ofStandardInput = new Checkpoint(connection, tenant.id(), Optional.empty());
        ofStandardInput.save(HALF_WAY);
        assertThat(ofStandardInput.read()).isEqualTo(Position.START);
    }

    private Checkpoint of(String input) {
        return new Checkpoint(connection, tenant.id(), Optional.of(input));
    }
}
