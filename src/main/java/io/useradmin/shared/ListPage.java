package io.useradmin.shared;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
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
     * The value of the {@code Link} header (RFC 8288). The targets are references without scheme and host, which a client
     * resolves against the address that it called: they hold behind any proxy.
     *
     * @param path the path of the list as it was requested, still percent-encoded
     * @param query the query as it was requested, still percent-encoded; all but {@code page} and {@code size} is kept
     */
    public String links(String path, @Nullable String query) {
        String kept = Arrays.stream(query == null ? new String[0] : query.split("[&;]"))
                .filter(parameter -> !parameter.isEmpty() && !isPaging(parameter))
                .map(parameter -> "&" + parameter)
                .collect(Collectors.joining())
                .replace("<", "%3C")
                .replace(">", "%3E");
        var links = new StringJoiner(", ");
        links.add(link(path, kept, 1, "first"));
        if (hasPrevious()) {
            links.add(link(path, kept, Math.min(page - 1L, lastPage()), "prev"));
        }
        if (hasNext()) {
            links.add(link(path, kept, page + 1L, "next"));
        }
        links.add(link(path, kept, lastPage(), "last"));
        return links.toString();
    }

    private String link(String path, String keptQuery, long targetPage, String relation) {
        return "<%s?page=%d&size=%d%s>; rel=\"%s\"".formatted(path, targetPage, size, keptQuery, relation);
    }

    private static boolean isPaging(String parameter) {
        String name = URLDecoder.decode(parameter.split("=", 2)[0], StandardCharsets.UTF_8);
        return name.equals("page") || name.equals("size");
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
