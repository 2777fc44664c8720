package io.useradmin.shared;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items the elements of this page
 * @param page counted from 1; empty if a cursor found the page, because the number is unknown then
 * @param numbered how many elements of the list can be read by the number of their page; the others need a cursor
 * @param hasNext whether there are elements after this page
 * @param cursor finds the next page if its number is unknown
 */
public record ListPage<T>(
        List<T> items,
        Optional<Integer> page,
        int size,
        TotalCount total,
        long numbered,
        boolean hasNext,
        Optional<String> cursor) {
    public ListPage {
        items = List.copyOf(items);
    }

    /** The page for {@code request}. */
    public static <T> ListPage<T> of(PageRequest<?> request, PageResult<T> found) {
        int size = request.size();
        List<T> items = found.items();
        return new ListPage<>(
                items.subList(0, Math.min(size, items.size())),
                Optional.of(request.page()),
                size,
                found.total(),
                Long.MAX_VALUE,
                items.size() > size,
                Optional.empty());
    }

    /** The value of the {@code X-Pagination} header. */
    public String pagination() {
        return "{\"page_size\":" + size
                + page.map(number -> ",\"current_page\":" + number).orElse("")
                + ",\"total_count\":" + total.count()
                + (total.isExact() ? "" : ",\"total_count_is_exact\":false")
                + ",\"has_previous\":" + hasPrevious()
                + ",\"has_next\":" + hasNext + "}";
    }

    /**
     * The value of the {@code Link} header; without {@code last} if the last page is unknown or has no number.
     *
     * @param path the path of the list as it was requested, still percent-encoded
     * @param query the query as it was requested, still percent-encoded
     */
    public String links(String path, @Nullable String query) {
        var links = new PageLinks(path, query, size);
        links.page("first", 1);
        page.filter(number -> number > 1).ifPresent(number -> links.page("prev", previous(number)));
        if (hasNext) {
            cursor.ifPresentOrElse(
                    after -> links.cursor("next", after), () -> links.page("next", page.orElseThrow() + 1L));
        }
        if (total.isExact() && lastPage() * size <= numbered) {
            links.page("last", lastPage());
        }
        return links.value();
    }

    private boolean hasPrevious() {
        return page.isEmpty() || page.get() > 1;
    }

    /** Past the end, this is the last page, if known. */
    private long previous(int number) {
        return total.isExact() ? Math.min(number - 1L, lastPage()) : number - 1L;
    }

    private long lastPage() {
        return Math.max(1, Math.ceilDiv(total.count(), size));
    }
}
