package io.useradmin.operator.transfer;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;

/** Finds the faulty lines after PostgreSQL rejected a batch. */
final class RefusedLines {
    private final Connection connection;
    private final BatchWriter writer;
    private final Conflicts conflicts;

    RefusedLines(Connection connection, String tenant, BatchWriter writer) {
        this.connection = connection;
        this.writer = writer;
        this.conflicts = new Conflicts(connection, tenant);
    }

    /**
     * Rejects the faulty lines, after the batch was rolled back. If there are none, or if the search for them conflicts with a
     * concurrent write, a retry may succeed.
     *
     * @return whether lines were rejected
     * @throws SQLException {@code refusal} itself if the lines are not its cause
     */
    boolean rejectIn(Batch batch, SQLException refusal) throws SQLException {
        try {
            if (!isCausedByLines(refusal)) {
                throw refusal;
            }
            return conflicts.rejectIn(batch) || rejectByBisection(batch.lines(), batch);
        } catch (SQLException failure) {
            if (!isConcurrencyFailure(failure)) {
                throw failure;
            }
            return false;
        }
    }

    /** The last resort: bisects the lines down to single ones. */
    private boolean rejectByBisection(List<Line> lines, Batch batch) throws SQLException {
        String state = refusalOf(lines);
        if (state.isEmpty()) {
            return false;
        }
        if (lines.size() == 1) {
            var violations = new Violations();
            violations.broken(new Pointer(""), "not_storable", "was rejected by PostgreSQL with SQLSTATE " + state);
            batch.reject(lines.getFirst().number(), violations.found());
            return true;
        }
        int half = lines.size() / 2;
        boolean inFirst = rejectByBisection(lines.subList(0, half), batch);
        boolean inLast = rejectByBisection(lines.subList(half, lines.size()), batch);
        return inFirst || inLast;
    }

    /** The SQLSTATE with which PostgreSQL rejects the lines; empty if it accepts them. They are rolled back in both cases. */
    private String refusalOf(List<Line> lines) throws SQLException {
        var part = new Batch();
        lines.forEach(part::add);
        try {
            writer.write(part);
            return "";
        } catch (SQLException refusal) {
            if (!isCausedByLines(refusal)) {
                throw refusal;
            }
            return state(refusal);
        } finally {
            connection.rollback();
        }
    }

    /** A deadlock or a serialization failure. */
    private static boolean isConcurrencyFailure(SQLException refusal) {
        return state(refusal).startsWith("40");
    }

    /** The value is malformed, violates a constraint or is too large for an index. */
    private static boolean isCausedByLines(SQLException refusal) {
        String state = state(refusal);
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
    }

    private static String state(SQLException refusal) {
        return Objects.requireNonNullElse(refusal.getSQLState(), "");
    }
}
