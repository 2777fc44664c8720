package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers Link and X-Pagination of a page. */
class ListPageTest {
    private static final int COUNT_LIMIT = 250;
    private static final CountLimit COUNTS = new CountLimit(() -> COUNT_LIMIT);
    private static final String PATH = "/api/users/auth0%7C5f/sessions";
    private static final Pattern LINK = Pattern.compile("<([^<>]*)>; rel=\"([a-z]+)\"(?:, |$)");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void hasThePosition() {
        assertThat(page(1, 10, 23).pagination())
                .isEqualTo("{\"page_size\":10,\"current_page\":1,\"total_count\":23,\"has_previous\":false,"
                        + "\"has_next\":true}");
    }

    @Test
    void linksToItsNeighbours() {
        assertThat(page(2, 10, 23).links(PATH, "sort=age:1&page=2&size=10"))
                .isEqualTo("<" + PATH + "?page=1&size=10&sort=age:1>; rel=\"first\", "
                        + "<" + PATH + "?page=1&size=10&sort=age:1>; rel=\"prev\", "
                        + "<" + PATH + "?page=3&size=10&sort=age:1>; rel=\"next\", "
                        + "<" + PATH + "?page=3&size=10&sort=age:1>; rel=\"last\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, first last",
        "1, 1, first last",
        "1, 10, first last",
        "1, 11, first next last",
        "2, 11, first prev last",
        "2, 21, first prev next last",
        "9, 21, first prev last",
        "9, 0, first prev last"
    })
    void linksOnlyToExistingPages(int page, long total, String relations) {
        assertThat(links(page(page, 10, total), null).keySet()).containsExactly(relations.split(" "));
    }

    @Test
    void leadsBackFromAfterTheEnd() {
        Map<String, URI> links = links(page(1_000, 10, 23), null);

        assertThat(links.get("prev")).hasParameter("page", "3");
        assertThat(links.get("last")).hasParameter("page", "3");
    }

    @Test
    void paginationIsCorrectForRandomLists() {
        forRandomPages(page -> {
            JsonNode read = json(page.pagination());
            assertThat(read).hasSize(5);
            assertThat(read.get("page_size").intValue()).isEqualTo(page.size());
            assertThat(read.get("current_page").intValue()).isEqualTo(number(page));
            assertThat(read.get("total_count").longValue())
                    .isEqualTo(page.total().count());
            assertThat(read.get("has_previous").booleanValue()).isEqualTo(number(page) > 1);
            assertThat(read.get("has_next").booleanValue()).isEqualTo(number(page) < lastPage(page));
        });
    }

    @Test
    void linksAreCorrectForRandomLists() {
        forRandomPages(page -> {
            Map<String, URI> links = links(page, "page=" + number(page));
            long lastPage = lastPage(page);
            assertThat(links.get("first")).hasParameter("page", "1");
            assertThat(links.get("last")).hasParameter("page", Long.toString(lastPage));
            assertThat(links.containsKey("prev")).isEqualTo(number(page) > 1);
            assertThat(links.containsKey("next")).isEqualTo(number(page) < lastPage);
            assertThat(links.values())
                    .allSatisfy(link -> assertThat(link)
                            .hasPath("/api/users/auth0|5f/sessions")
                            .hasParameter("size", Integer.toString(page.size())));
        });
    }

    @Test
    void followingNextVisitsEveryPageOnce() {
        var random = new Random(20_250_201);
        for (int run = 0; run < 200; run++) {
            int size = 1 + random.nextInt(100);
            long total = random.nextInt(3_000);

            List<Integer> visited = follow("next", 1, size, total);

            assertThat(visited).as("%d elements, %d per page", total, size).isEqualTo(pages(size, total));
        }
    }

    @Test
    void followingPrevLeadsBackOverEveryPage() {
        var random = new Random(20_250_202);
        for (int run = 0; run < 200; run++) {
            int size = 1 + random.nextInt(100);
            long total = random.nextInt(3_000);
            List<Integer> pages = pages(size, total);

            List<Integer> visited = follow("prev", pages.getLast(), size, total);

            assertThat(visited).as("%d elements, %d per page", total, size).isEqualTo(pages.reversed());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, first next",
        "4, first prev next",
        "5, first prev next",
        "6, first prev next",
        "7, first prev",
        "8, first prev"
    })
    void marksALimitedCount(int page, String relations) {
        ListPage<String> found = page(page, 50, 310);

        JsonNode read = json(found.pagination());
        assertThat(read.get("total_count").longValue()).isEqualTo(250);
        assertThat(read.get("total_count_is_exact").booleanValue()).isFalse();
        assertThat(read.get("has_next").booleanValue()).isEqualTo(relations.contains("next"));
        Map<String, URI> links = links(found, null);
        assertThat(links.keySet()).containsExactly(relations.split(" "));
        if (page > 1) {
            assertThat(links.get("prev")).hasParameter("page", Integer.toString(page - 1));
        }
    }

    @Test
    void linksByCursorIfThereIsOne() {
        var found = new ListPage<>(
                List.of("a"), Optional.empty(), 1, COUNTS.total(3, Counting.BOUNDED), 3, true, Optional.of("abc"));

        assertThat(found.pagination())
                .isEqualTo("{\"page_size\":1,\"total_count\":3,\"has_previous\":true,\"has_next\":true}");
        assertThat(found.links("/api/users", null))
                .isEqualTo("</api/users?page=1&size=1>; rel=\"first\", </api/users?cursor=abc&size=1>; rel=\"next\", "
                        + "</api/users?page=3&size=1>; rel=\"last\"");
    }

    @Test
    void hasNoLinkToALastPageWithoutANumber() {
        var found = new ListPage<>(
                List.of("a", "b"), Optional.of(1), 2, COUNTS.total(3, Counting.BOUNDED), 3, true, Optional.of("abc"));

        assertThat(links(found, null).keySet()).containsExactly("first", "next");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "sort=age:1&client_id=web sort=age:1&client_id=web",
                "page=2&sort=age:1&size=10&client_id=web sort=age:1&client_id=web",
                "b=1&a=2&b=3 b=1&a=2&b=3",
                "pages=1&sizes=2&Page=3&xpage=4 pages=1&sizes=2&Page=3&xpage=4",
                "filter=%3A%3A1&name=%C3%A4%26b filter=%3A%3A1&name=%C3%A4%26b",
                "flag&empty= flag&empty=",
                "&&a=1&&b=2& a=1&b=2",
                "p%61ge=7&%73ize=3&a=page a=page",
                "a=b=c&page=1=2 a=b=c",
                "a=%25d&b=%s a=%25d&b=%s"
            })
    void keepsOtherParametersUnchanged(String query, String kept) {
        String links = page(1, 10, 5).links(PATH, query);

        assertThat(links)
                .isEqualTo("<%1$s?page=1&size=10&%2$s>; rel=\"first\", <%1$s?page=1&size=10&%2$s>; rel=\"last\""
                        .formatted(PATH, kept));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "page=3", "&", "p%61ge=1&size=2"})
    void addsNothingWithoutOtherParameters(String query) {
        assertThat(page(1, 10, 5).links(PATH, query)).isEqualTo(page(1, 10, 5).links(PATH, null));
    }

    @Test
    void cannotBeBrokenByAngleBrackets() {
        Map<String, URI> links = links(page(1, 10, 5), "a=>;%20rel=%22next%22,<http://evil.example/");

        assertThat(links.keySet()).containsExactly("first", "last");
        assertThat(links.get("first").getRawQuery())
                .isEqualTo("page=1&size=10&a=%3E;%20rel=%22next%22,%3Chttp://evil.example/");
    }

    private static void forRandomPages(Consumer<ListPage<String>> check) {
        var random = new Random(20_250_203);
        for (int run = 0; run < 2_000; run++) {
            int size = 1 + random.nextInt(PageRequest.MAX_SIZE);
            long total = random.nextInt(random.nextBoolean() ? 30 : COUNT_LIMIT + 1);
            int page = 1 + random.nextInt(random.nextBoolean() ? 5 : 10_000_000);
            check.accept(page(page, size, total));
        }
    }

    /** The pages that a client visits from {@code page}, following one relation to its end. */
    private static List<Integer> follow(String relation, int page, int size, long total) {
        List<Integer> visited = new ArrayList<>();
        URI next = URI.create(PATH + "?page=" + page);
        while (next != null) {
            int current = Integer.parseInt(parameters(next).get("page"));
            visited.add(current);
            next = links(page(current, size, total), next.getRawQuery()).get(relation);
        }
        return visited;
    }

    private static List<Integer> pages(int size, long total) {
        List<Integer> pages = new ArrayList<>(List.of(1));
        for (long shown = size; shown < total; shown += size) {
            pages.add(pages.size() + 1);
        }
        return pages;
    }

    private static long lastPage(ListPage<?> page) {
        long total = page.total().count();
        return Math.max(1, total / page.size() + (total % page.size() == 0 ? 0 : 1));
    }

    private static int number(ListPage<?> page) {
        return page.page().orElseThrow();
    }

    /** The page that a repository returns for a list with {@code total} elements. */
    private static ListPage<String> page(int page, int size, long total) {
        var request = request(page, size);
        return ListPage.of(
                request,
                new PageResult<>(
                        found(request, total), COUNTS.total(Math.min(total, COUNT_LIMIT + 1), Counting.BOUNDED)));
    }

    private enum Key implements SortKey {
        ID;

        @Override
        public String column() {
            return "id";
        }
    }

    private static PageRequest<Key> request(int page, int size) {
        return new PageRequest<>(page, size, Sort.descending(Key.ID), Counting.BOUNDED);
    }

    private static List<String> found(PageRequest<?> request, long total) {
        return Collections.nCopies((int) Math.clamp(total - request.offset(), 0, request.size() + 1), "element");
    }

    /** The links by relation. Fails if the header is malformed. */
    private static Map<String, URI> links(ListPage<?> page, String query) {
        String header = page.links(PATH, query);
        Map<String, URI> links = new LinkedHashMap<>();
        Matcher matcher = LINK.matcher(header);
        int end = 0;
        while (matcher.find()) {
            assertThat(matcher.start()).isEqualTo(end);
            assertThat(links.put(matcher.group(2), URI.create(matcher.group(1))))
                    .isNull();
            end = matcher.end();
        }
        assertThat(end).isEqualTo(header.length());
        return links;
    }

    private static Map<String, String> parameters(URI uri) {
        return Arrays.stream(uri.getRawQuery().split("&"))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(parameter -> parameter[0], parameter -> parameter[1]));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException failure) {
            throw new AssertionError(failure);
        }
    }
}
