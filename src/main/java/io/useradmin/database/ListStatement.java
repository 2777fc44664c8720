package io.useradmin.database;

import io.useradmin.shared.ComputedOnce;
import io.useradmin.shared.CountLimit;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.Sort;
import java.util.List;

/** The SQL of a list that is read page by page. */
public final class ListStatement {
    private final String columns;
    private final String rows;
    private final String counted;
    private final String id;

    /** Cached for each shape, because building the text takes as long as everything else before the list is read. */
    private final ComputedOnce<Shape, String> pages = new ComputedOnce<>(this::page);

    /**
     * @param columns {@code select} and the columns of an element
     * @param rows {@code from} and {@code where}, in which {@code $1} and so on are the values of the list
     * @param counted the same rows in the order in which PostgreSQL counts them fastest
     * @param id the column that breaks ties of the order
     */
    public ListStatement(String columns, String rows, String counted, String id) {
        this.columns = columns;
        this.rows = rows;
        this.counted = counted;
        this.id = id;
    }

    /** The properties that determine the statement of a page. Clients cannot choose them freely, so there are few statements. */
    private record Shape(Sort<?> sort, String mostCounted, String end) {}

    /**
     * The statement for a page, with one more element if there is one. Its column {@code counted} is the number of elements of
     * the list. One statement does both, because for a long list a separate count would double the time.
     *
     * @param mostCounted {@link CountLimit#rows}
     * @param values the values of the list, to which this method adds its own
     */
    String page(PageRequest<?> page, String mostCounted, List<Object> values) {
        String end = DirectStatements.rows(page.offset(), page.size() + 1, values);
        return pages.get(new Shape(page.sort(), mostCounted, end));
    }

    private String page(Shape shape) {
        return columns + ", (" + count(shape.mostCounted) + ") as counted" + rows + " order by " + shape.sort.sql(id)
                + shape.end;
    }

    /** The statement that counts the elements of the list. */
    String count(String mostCounted) {
        return "select count(*) from (select 1" + counted + " limit " + mostCounted + ") as found";
    }
}
