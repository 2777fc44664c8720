package io.useradmin.audit;

import io.useradmin.audit.EventInsert.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parameters of a direct statement with the author of its events. They are cheaper for PostgreSQL than the array of other
 * statements.
 *
 * @param first the number of the first parameter
 */
public record AuthorParameters(int first) {
    private static final List<String> NAMES = List.of("occurred_at", "key_id", "trace_id", "actor", "reason");

    /** An expression for the identifier of the event in {@link Author#values}. */
    public String id() {
        return "cast(" + parameter(NAMES.size()) + " as uuid)";
    }

    List<Column> columns() {
        return IntStream.range(0, NAMES.size())
                .mapToObj(index -> new Column(NAMES.get(index), parameter(index)))
                .toList();
    }

    List<Column> columnsAndId(String eventId) {
        List<Column> all = new ArrayList<>(columns());
        all.add(new Column("event_id", eventId));
        return all;
    }

    private String parameter(int index) {
        return "$" + (first + index);
    }
}
