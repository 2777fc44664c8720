package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.Response;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Reads a tenant's change feed. */
final class Events {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Events() {}

    /** The whole feed, in pages of {@code size}. Waits first until the feed shows everything committed. */
    static List<JsonNode> feed(Tenant tenant, int size) {
        FeedEnd.awaitAll(tenant);
        return feedNow(tenant, size);
    }

    /** The whole feed, without waiting. An open transaction may hold back later events. */
    static List<JsonNode> feedNow(Tenant tenant, int size) {
        List<JsonNode> all = new ArrayList<>();
        String after = "";
        List<JsonNode> page;
        do {
            Response response = as(tenant).get("/api/events?size=" + size + after);
            response.then().statusCode(200);
            page = events(response);
            all.addAll(page);
            after = "&after=" + response.header("X-Next-Cursor");
        } while (!page.isEmpty());
        return all;
    }

    static List<JsonNode> events(Response response) {
        try {
            return StreamSupport.stream(JSON.readTree(response.asString()).spliterator(), false)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The types of the feed's events, without their common prefix. */
    static List<String> types(Tenant tenant) {
        return feed(tenant, 1_000).stream()
                .map(event -> event.get("type").asText().substring("io.useradmin.".length()))
                .toList();
    }

    /** The newest event of the feed. */
    static JsonNode last(Tenant tenant) {
        return feed(tenant, 1_000).getLast();
    }
}
