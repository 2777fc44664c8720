package io.useradmin.shared;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items the elements of this page
 * @param totalCount how many elements all pages have together
 */
public record ListPage<T>(List<T> items, int page, int size, long totalCount) {
    public ListPage {
        items = List.copyOf(items);
    }

    /** The page that answers {@code request}. */
    public static <T> ListPage<T> of(PageRequest<?> request, List<T> items, long totalCount) {
        return new ListPage<>(items, request.page(), request.size(), totalCount);
    }

    /** The value of the {@code X-Pagination} header. */
    public String pagination() {
        return "{\"page_size\":%d,\"current_page\":%d,\"total_count\":%d,\"has_previous\":%b,\"has_next\":%b}"
                .formatted(size, page, totalCount, hasPrevious(), hasNext());
    }

    /**
     * The value of the {@code Link} header.
     *
     * @param path the path of the list as it was requested, still percent-encoded
     * @param query the query as it was requested, still percent-encoded
     */
    public String links(String path, @Nullable String query) {
        var links = new PageLinks(path, query, size);
        links.page("first", 1);
        if (hasPrevious()) {
            links.page("prev", Math.min(page - 1L, lastPage()));
        }
        if (hasNext()) {
            links.page("next", page + 1L);
        }
        links.page("last", lastPage());
        return links.value();
    }

    private boolean hasPrevious() {
        return page > 1;
    }

    private boolean hasNext() {
        return page < lastPage();
    }

    private long lastPage() {
        return Math.max(1, Math.ceilDiv(totalCount, size));
    }
}
