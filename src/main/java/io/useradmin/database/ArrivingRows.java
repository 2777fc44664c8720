package io.useradmin.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of one result while they arrive, before the driver decodes the next one. So a result that is larger than the
 * free memory fails instead of using it up.
 */
public final class ArrivingRows implements Function<Row, Row> {
    /** Results up to this size are not counted, because most are smaller. */
    private static final long STEP_BYTES = 65_536;
    /** A Java object with its reference. */
    private static final long OBJECT_BYTES = 48;

    private static final char LAST_OF_LATIN_1 = '\u00ff';

    private final ResultMemory memory;
    private final BooleanSupplier isUsed;
    private long uncounted;
    private long counted;

    private ArrivingRows(ResultMemory memory, BooleanSupplier isUsed) {
        this.memory = memory;
        this.isUsed = isUsed;
    }

    /** Runs the query, and counts its rows if the current operation has a limit. */
    static Future<RowSet<Row>> of(PreparedQuery<RowSet<Row>> query, Tuple values) {
        return of(query, values, () -> true);
    }

    /**
     * The same for a result that may turn out to be useless while it arrives. Then it may fail, and does not count.
     *
     * @param isUsed runs on the event loop of the connection
     */
    public static Future<RowSet<Row>> of(PreparedQuery<RowSet<Row>> query, Tuple values, BooleanSupplier isUsed) {
        return ResultMemory.current()
                .map(memory -> new ArrivingRows(memory, isUsed).read(query, values))
                .orElseGet(() -> query.execute(values));
    }

    private Future<RowSet<Row>> read(PreparedQuery<RowSet<Row>> query, Tuple values) {
        return query.mapping(this).execute(values).onComplete(result -> {
            if (result.failed() || !isUsed.getAsBoolean()) {
                memory.remove(counted);
            }
        });
    }

    @Override
    public Row apply(Row row) {
        if (!isUsed.getAsBoolean()) {
            // The driver would keep the row, while the operation reads the same rows elsewhere.
            throw new Unused();
        }
        uncounted += bytes(row);
        if (uncounted > STEP_BYTES) {
            counted += uncounted;
            memory.add(uncounted);
            uncounted = 0;
        }
        return row;
    }

    private static long bytes(Row row) {
        long bytes = 0;
        for (int column = 0; column < row.size(); column++) {
            bytes += bytes(row.getValue(column));
        }
        return bytes;
    }

    private static long bytes(@Nullable Object value) {
        return switch (value) {
            case String text -> OBJECT_BYTES + characters(text);
            case Object[] array ->
                Arrays.stream(array).mapToLong(ArrivingRows::bytes).sum();
            case null, default -> OBJECT_BYTES;
        };
    }

    /** The bytes of the characters. If one of them is not in Latin-1, Java needs two bytes for each. */
    private static long characters(String text) {
        for (int index = 0; index < text.length(); index++) {
            if (text.charAt(index) > LAST_OF_LATIN_1) {
                return (long) Character.BYTES * text.length();
            }
        }
        return text.length();
    }

    private static final class Unused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Unused() {
            super("The result is not used", null, false, false);
        }
    }
}
