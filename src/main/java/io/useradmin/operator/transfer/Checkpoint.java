package io.useradmin.operator.transfer;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Stores the position of an import in the database, in the same transactions as its data. So it is correct after a crash and in a
 * copy of the database. A tenant has one checkpoint; another input replaces it.
 */
public final class Checkpoint {
    private static final String READ =
            "select lines, rejected, rejects_size from import_progress where tenant_id = ? and input = ?";
    private static final String SAVE = """
            insert into import_progress as p (tenant_id, input, lines, rejected, rejects_size) values (?, ?, ?, ?, ?)
                on conflict (tenant_id) do update
               set input = excluded.input, lines = excluded.lines, rejected = excluded.rejected,
                   rejects_size = excluded.rejects_size
            """;
    private static final String CLEAR = "delete from import_progress where tenant_id = ?";

    private final Connection connection;
    private final String tenant;
    private final Optional<String> input;

    /**
     * The checkpoint of an import into a tenant.
     *
     * @param input identifies the input and its version; empty if it cannot be read again
     */
    public Checkpoint(Connection connection, String tenant, Optional<String> input) {
        this.connection = connection;
        this.tenant = tenant;
        this.input = input;
    }

    /**
     * The position of an import.
     *
     * @param lines the number of completed lines, including rejected ones
     * @param rejected the number of rejected lines
     * @param rejectsSize the size of the rejects file in bytes
     */
    public record Position(long lines, long rejected, long rejectsSize) {
        static final Position START = new Position(0, 0, 0);
    }

    /** The position of the import of this input. */
    public Position read() throws SQLException {
        if (input.isEmpty()) {
            return Position.START;
        }
        return Jdbc.query(
                        connection,
                        READ,
                        row -> new Position(row.getLong(1), row.getLong(2), row.getLong(3)),
                        tenant,
                        input.get())
                .stream()
                .findFirst()
                .orElse(Position.START);
    }

    void save(Position position) throws SQLException {
        if (input.isPresent()) {
            Jdbc.update(
                    connection,
                    SAVE,
                    tenant,
                    input.get(),
                    position.lines(),
                    position.rejected(),
                    position.rejectsSize());
        }
    }

    /** Deletes the checkpoint of the tenant. */
    void clear() throws SQLException {
        Jdbc.update(connection, CLEAR, tenant);
    }
}
