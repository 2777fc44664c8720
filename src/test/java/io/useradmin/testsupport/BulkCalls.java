package io.useradmin.testsupport;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.BulkCall;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The calls of a bulk action. Each continues where the one before ended. */
public final class BulkCalls {
    private static final int MOST_CALLS = 1_000;
    private static final Pattern LIMIT = Pattern.compile("\"limit\": ([0-9]+)");

    private BulkCalls() {}

    /**
     * Calls until the action is complete. Fails if a call changes more than its limit.
     *
     * @param members the members of the body, without braces
     * @param counted the members of the responses to add up: none exceeds the limit of a call
     * @return the sum of each counted member
     */
    public static Map<String, Integer> total(Tenant tenant, String path, String members, String... counted) {
        return totalAfter("", tenant, path, members, counted);
    }

    /** The same, but continues after a response, whose {@link #next} is {@code next}. */
    public static Map<String, Integer> totalAfter(
            String next, Tenant tenant, String path, String members, String... counted) {
        Map<String, Integer> sums = new TreeMap<>();
        int limit = limit(members);
        String following = next;
        int calls = 0;
        do {
            assertThat(++calls).as("calls of " + path).isLessThan(MOST_CALLS);
            Response page = as(tenant).body("{" + members + following + "}").post(path);
            page.then().statusCode(200);
            for (String name : counted) {
                assertThat(page.<Integer>path(name)).as(name).isLessThanOrEqualTo(limit);
                sums.merge(name, page.path(name), Integer::sum);
            }
            following = next(page);
        } while (!following.isEmpty());
        return sums;
    }

    private static int limit(String members) {
        return LIMIT.matcher(members)
                .results()
                .map(match -> match.group(1))
                .findFirst()
                .map(Integer::valueOf)
                .orElse(BulkCall.LARGEST);
    }

    /** What to add to the members of the body to continue after a response. It is empty after the last response. */
    public static String next(Response page) {
        return Objects.toString(page.path("next"), "").replaceFirst("(.+)", ", \"next\": \"$1\"");
    }
}
