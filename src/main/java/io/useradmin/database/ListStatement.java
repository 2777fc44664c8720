package io.useradmin.database;

import io.useradmin.shared.CountLimit;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.Sort;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A list that is read page by page, as parts of SQL. */
public final class ListStatement {
    private final String columns;
    private final String rows;
    private final String counted;
    private final String id;

    /** Made once for each shape, because making one takes as long as everything else that a list does before it is read. */
    private final Map<Shape, String> pages = new ConcurrentHashMap<>();

    /**
     * @param columns {@code select} and what an element needs
     * @param rows {@code from} and {@code where}, in which {@code $1} and so on are the values of the list
     * @param counted the same rows in the order in which they are counted fastest
     * @param id the column that breaks ties of the order
     */
    public ListStatement(String columns, String rows, String counted, String id) {
        this.columns = columns;
        this.rows = rows;
        this.counted = counted;
        this.id = id;
    }

    /** The properties that select the statement of a page. Clients cannot choose them freely, so there are few statements. */
    private record Shape(Sort<?> sort, String mostCounted, String end) {}

    /**
     * Reads a page, with one more element if there is one; the column {@code counted} is the number of elements of the list. One statement
     * does both, because a separate one would take as long again for a long list.
     *
     * @param mostCounted {@link CountLimit#rows}
     * @param values those of the list, to which the statement adds its own
     */
    String page(PageRequest<?> page, String mostCounted, List<Object> values) {
        String end = DirectStatements.rows(page.offset(), page.size() + 1, values);
        return pages.computeIfAbsent(new Shape(page.sort(), mostCounted, end), this::page);
    }

    private String page(Shape shape) {
        return columns + ", (" + count(shape.mostCounted) + ") as counted" + rows + " order by " + shape.sort.sql(id)
                + shape.end;
    }

    /** Counts the elements of the list. */
    String count(String mostCounted) {
        return "select count(*) from (select 1" + counted + " limit " + mostCounted + ") as found";
    }
}
