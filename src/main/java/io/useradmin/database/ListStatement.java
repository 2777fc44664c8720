package io.useradmin.database;

import io.useradmin.shared.CountLimit;
import io.useradmin.shared.PageRequest;
import java.util.List;

/**
 * A list that is read page by page, as parts of SQL.
 *
 * @param columns {@code select} and what an element needs
 * @param rows {@code from} and {@code where}, in which {@code $1} and so on are the values of the list
 * @param counted the same rows in the order in which they are counted fastest
 * @param id the column that breaks ties of the order
 */
public record ListStatement(String columns, String rows, String counted, String id) {
    /**
     * Reads a page, with one more element if there is one; the column {@code counted} is the number of elements of the list. One statement
     * does both, because a separate one would take as long again for a long list.
     *
     * @param mostCounted {@link CountLimit#rows}
     * @param values those of the list, to which the statement adds its own
     */
    String page(PageRequest<?> page, String mostCounted, List<Object> values) {
        return columns + ", (" + count(mostCounted) + ") as counted" + rows + " order by "
                + page.sort().sql(id) + DirectStatements.rows(page.offset(), page.size() + 1, values);
    }

    /** Counts the elements of the list. */
    String count(String mostCounted) {
        return "select count(*) from (select 1" + counted + " limit " + mostCounted + ") as found";
    }
}
