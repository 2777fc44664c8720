package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages through lists as a client does. */
public final class Pages {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CURSOR = Pattern.compile("[?&]cursor=([^&]*)");

    private Pages() {}

    /** Follows {@code rel="next"} from {@code path}. Returns the member {@code name} of every element, in order. */
    public static List<String> walk(Tenant tenant, String path, String name) {
        List<String> seen = new ArrayList<>();
        String next = path;
        for (int steps = 0; next != null; steps++) {
            assertThat(steps).as("pages of " + path).isLessThan(1000);
            Response page = Api.as(tenant).get(next);
            page.then().statusCode(200);
            json(page.asString()).forEach(element -> seen.add(element.get(name).asText()));
            next = link(page, "next");
            assertThat(pagination(page).get("has_next").asBoolean()).isEqualTo(next != null);
        }
        return seen;
    }

    /** The URL of the link with {@code relation}, or null. */
    public static String link(Response page, String relation) {
        Matcher matcher = Pattern.compile("<([^>]*)>; rel=\"" + relation + "\"").matcher(page.header("Link"));
        return matcher.find() ? matcher.group(1) : null;
    }

    /** The cursor in the link to the next page. */
    public static String nextCursor(Response page) {
        Matcher cursor = CURSOR.matcher(Objects.requireNonNullElse(link(page, "next"), ""));
        assertThat(cursor.find()).as("a cursor in the next link").isTrue();
        return cursor.group(1);
    }

    /** The X-Pagination header. */
    public static JsonNode pagination(Response page) {
        return json(page.header("X-Pagination"));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
