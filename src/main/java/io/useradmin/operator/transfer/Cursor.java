package io.useradmin.operator.transfer;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a query in the order of their users, a few at a time; the first column is the user's identifier. */
final class Cursor<T> implements AutoCloseable {
    /** Makes something of the row at which a result stands. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private static final int FETCHED = 1000;

    private final PreparedStatement query;
    private final ResultSet rows;
    private final Reader<T> reader;
    private boolean hasRow;

    /** Runs {@code query}, whose first parameter is the tenant, in a transaction that must outlive the cursor. */
    Cursor(PreparedStatement query, String tenant, Reader<T> reader) throws SQLException {
        this.query = query;
        this.reader = reader;
        query.setFetchSize(FETCHED);
        query.setString(1, tenant);
        this.rows = query.executeQuery();
        this.hasRow = rows.next();
    }

    /** The next row, whosever it is; null after the last. */
    @Nullable T next() throws SQLException {
        if (!hasRow) {
            return null;
        }
        T read = reader.read(rows);
        hasRow = rows.next();
        return read;
    }

    /** The next rows of {@code userId}, at most {@code most}, if the cursor stands at that user. */
    List<T> of(String userId, int most) throws SQLException {
        List<T> read = new ArrayList<>();
        while (isAt(userId) && read.size() < most) {
            read.add(reader.read(rows));
            hasRow = rows.next();
        }
        return read;
    }

    /** Whether there are rows of {@code userId} left. */
    boolean isAt(String userId) throws SQLException {
        return hasRow && rows.getString(1).equals(userId);
    }

    @Override
    public void close() throws SQLException {
        query.close();
    }
}
