package io.useradmin.shared;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list that may be too long to be counted or skipped through. The next page is always found by a cursor, which
 * costs the same wherever in the list it stands.
 *
 * @param items the elements of this page
 * @param page counted from 1; nothing for a page that was found by a cursor, for which nobody counted
 * @param total how many elements there are
 * @param next the cursor of the next page; nothing on the last one
 */
public record KeysetPage<T>(List<T> items, Optional<Integer> page, int size, Total total, Optional<String> next) {
    /** The most elements that are counted. */
    public static final int MOST_COUNTED = 10_000;

    public KeysetPage {
        items = List.copyOf(items);
    }

    /**
     * How many elements there are.
     *
     * @param isExact whether there are not more, because the counting stopped at {@value #MOST_COUNTED}
     */
    public record Total(int count, boolean isExact) {
        /** From a count that stopped at one more than {@value #MOST_COUNTED}. */
        public static Total of(long counted) {
            return new Total((int) Math.min(counted, MOST_COUNTED), counted <= MOST_COUNTED);
        }
    }

    /** The value of the {@code X-Pagination} header. */
    public String pagination() {
        return "{\"page_size\":%d,%s\"total_count\":%d,\"total_count_is_exact\":%b,\"has_previous\":%b,\"has_next\":%b}"
                .formatted(
                        size,
                        page.map("\"current_page\":%d,"::formatted).orElse(""),
                        total.count(),
                        total.isExact(),
                        hasPrevious(),
                        next.isPresent());
    }

    /**
     * The value of the {@code Link} header; without {@code last} where nobody knows which page that is.
     *
     * @param path the path of the list as it was requested, still percent-encoded
     * @param query the query as it was requested, still percent-encoded
     */
    public String links(String path, @Nullable String query) {
        var links = new PageLinks(path, query, size);
        links.page("first", 1);
        page.filter(number -> number > 1).ifPresent(number -> links.page("prev", Math.min(number - 1L, lastPage())));
        next.ifPresent(cursor -> links.cursor("next", cursor));
        if (total.isExact()) {
            links.page("last", lastPage());
        }
        return links.value();
    }

    private boolean hasPrevious() {
        return page.isEmpty() || page.get() > 1;
    }

    private long lastPage() {
        return Math.max(1, Math.ceilDiv(total.count(), size));
    }
}
