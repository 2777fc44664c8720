package io.useradmin.operator.transfer;

import io.useradmin.json.JsonItem;
import io.useradmin.operator.jdbc.Jdbc.RowReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a query in the order of their users, fetched in small portions (a database cursor). The first column is the user's
 * identifier.
 */
final class RowCursor<T> implements AutoCloseable {
    /** The driver holds two portions while it fetches one. A user's documents can take 128 KiB, so 1,000 users would fill a small heap. */
    private static final int FETCHED = 100;

    private final PreparedStatement query;
    private final ResultSet rows;
    private final RowReader<T> reader;
    private final ToIntFunction<T> size;
    private boolean hasRow;

    /**
     * Runs {@code query}, whose values are set, in a transaction that must outlive the cursor.
     *
     * @param size the approximate size of a row in a line, in characters
     */
    RowCursor(PreparedStatement query, RowReader<T> reader, ToIntFunction<T> size) throws SQLException {
        this.query = query;
        this.reader = reader;
        this.size = size;
        query.setFetchSize(FETCHED);
        this.rows = query.executeQuery();
        this.hasRow = rows.next();
    }

    /** The next row of any user; null after the last row. */
    @Nullable T next() throws SQLException {
        return hasRow ? read() : null;
    }

    /**
     * The next rows of {@code userId}, up to the size of {@code room} and the length of a list; none if the cursor is at another
     * user.
     */
    List<T> of(String userId, RemainingSize room) throws SQLException {
        List<T> read = new ArrayList<>();
        while (isAt(userId) && room.isLeft() && read.size() < JsonItem.MOST_ELEMENTS) {
            T row = read();
            room.take(size.applyAsInt(row));
            read.add(row);
        }
        return read;
    }

    /** Whether more rows of {@code userId} follow. */
    boolean isAt(String userId) throws SQLException {
        return hasRow && rows.getString(1).equals(userId);
    }

    @Override
    public void close() throws SQLException {
        query.close();
    }

    private T read() throws SQLException {
        T row = reader.read(rows);
        hasRow = rows.next();
        return row;
    }
}
