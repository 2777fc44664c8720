package io.useradmin.operator.transfer;

import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Remembers in the database how far an import has come, in the same transactions: so what is remembered is always what is
 * there, after a crash, in a copy of the database and in another one. A tenant has one; another input takes its place.
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
     * @param input what tells the input from all others, its other versions included; nothing where it cannot be read again
     */
    public Checkpoint(Connection connection, String tenant, Optional<String> input) {
        this.connection = connection;
        this.tenant = tenant;
        this.input = input;
    }

    /**
     * How far an import has come.
     *
     * @param lines how many are done, rejected ones included
     * @param rejected how many were rejected
     * @param rejectsSize the size of the rejects file in bytes
     */
    public record Position(long lines, long rejected, long rejectsSize) {
        static final Position START = new Position(0, 0, 0);
    }

    /** How far the import of this input has come. */
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

    /** Forgets all imports into the tenant. */
    void clear() throws SQLException {
        Jdbc.update(connection, CLEAR, tenant);
    }
}
