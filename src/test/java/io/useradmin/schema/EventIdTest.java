package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.FreshDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The identifiers of events that PostgreSQL generates: UUIDs of version 7 (RFC 9562). */
class EventIdTest {
    private static final int MANY = 10_000;
    /** The variant of RFC 9562. */
    private static final int VARIANT = 2;

    @Test
    void generatedIdentifiersAreDifferentTimeOrderedUuids() throws SQLException {
        try (FreshDatabase fresh = FreshDatabase.migrated();
                Connection connection = fresh.connect()) {
            long before = now(connection);
            List<UUID> ids = generated(connection);
            long after = now(connection);

            assertThat(ids)
                    .hasSize(MANY)
                    .doesNotHaveDuplicates()
                    .allSatisfy(id -> assertThat(id.version()).isEqualTo(7))
                    .allSatisfy(id -> assertThat(id.variant()).isEqualTo(VARIANT))
                    .allSatisfy(id -> assertThat(millis(id)).isBetween(before, after));
        }
    }

    private static List<UUID> generated(Connection connection) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select uuid_v7() from generate_series(1, " + MANY + ")")) {
            while (rows.next()) {
                ids.add(rows.getObject(1, UUID.class));
            }
        }
        return ids;
    }

    /** The time of PostgreSQL in milliseconds. */
    private static long now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("select floor(extract(epoch from clock_timestamp()) * 1000)::bigint")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static long millis(UUID id) {
        return id.getMostSignificantBits() >>> 16;
    }
}
