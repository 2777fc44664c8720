package io.useradmin.operator.transfer;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.postgresql.util.PSQLState;

/** Finds the faulty lines after PostgreSQL rejected a batch. */
final class RefusedLines {
    /** A missing row of another table, and a value that another row has. */
    private static final Set<String> CONFLICTS =
            Set.of(PSQLState.FOREIGN_KEY_VIOLATION.getState(), PSQLState.UNIQUE_VIOLATION.getState());

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
            return conflicts.rejectIn(batch) || rejectByBisection(batch);
        } catch (SQLException failure) {
            if (!isConcurrencyFailure(failure)) {
                throw failure;
            }
            return false;
        }
    }

    /**
     * The last resort. A line that was tried without the others may only conflict because these are missing: one of them creates its
     * group, or gives up its email address. So conflicts count only if no line has another fault.
     */
    private boolean rejectByBisection(Batch batch) throws SQLException {
        SortedMap<Long, String> refused = new TreeMap<>();
        bisect(batch.lines(), refused);
        boolean areConflicts = CONFLICTS.containsAll(refused.values());
        refused.forEach((number, state) -> {
            if (areConflicts || !CONFLICTS.contains(state)) {
                var violations = new Violations();
                violations.broken(new Pointer(""), "not_storable", "was rejected by PostgreSQL with SQLSTATE " + state);
                batch.reject(number, violations.found());
            }
        });
        return !refused.isEmpty();
    }

    /** Adds the lines that PostgreSQL rejects alone, with the SQLSTATE, by number. */
    private void bisect(List<Line> lines, SortedMap<Long, String> refused) throws SQLException {
        String state = refusalOf(lines);
        if (!state.isEmpty() && lines.size() == 1) {
            refused.put(lines.getFirst().number(), state);
        } else if (!state.isEmpty()) {
            int half = lines.size() / 2;
            bisect(lines.subList(0, half), refused);
            bisect(lines.subList(half, lines.size()), refused);
        }
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
