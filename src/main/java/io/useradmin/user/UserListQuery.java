package io.useradmin.user;

import io.useradmin.database.CustomPlan;
import io.useradmin.profile.Authenticator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The SQL of a page of users. It reads identifiers alone, in the order of an index, from where the page begins: its cost does
 * not depend on how many users come before or after. What is unique is looked up first and then compared, so that it is found
 * by its own index whatever the order.
 *
 * @param countLimit the most users that are counted
 */
record UserListQuery(UserListPage page, int countLimit) {
    private static final String UNIQUE = " and u.user_id = any(array("
            + "select t.user_id from %1$s t where t.tenant_id = :tenant and t.%2$s = :%2$s%3$s))";
    private static final String EMAIL = UNIQUE.formatted("emails", "email", "");
    private static final String PHONE = UNIQUE.formatted("phones", "phone", "");
    private static final String USERNAME = UNIQUE.formatted("usernames", "username", "");
    private static final String IDENTITY =
            UNIQUE.formatted("external_identities", "provider_user_id", " and t.authenticator = any(:authenticators)");
    private static final String MEMBERS = " join group_members m on m.tenant_id = u.tenant_id"
            + " and m.user_id = u.user_id and m.tenant_id = :tenant and m.group_id = :group_id";

    /** Identifiers and where they stand in the order, and how many users there are, as far as they are counted. */
    String select() {
        return planned("select u.user_id as user_id, " + micros() + " as micros, (" + counting() + ") as counted"
                + from() + after() + " order by " + order());
    }

    /**
     * How many users all pages have together, counted up to {@link #countLimit}. The order keeps it from reading
     * through the users of other tenants in search of so many.
     */
    String count() {
        return planned(counting());
    }

    /** {@link #count()} as a part of another statement. */
    String counting() {
        return "select count(*) from (select 1" + from() + " order by u.user_id limit " + countLimit + ") as found";
    }

    /** The values of {@link #count()}. */
    Map<String, Object> countParameters() {
        UserFilter filter = page.list().filter();
        Map<String, Object> parameters =
                new HashMap<>(Map.of("tenant", page.list().tenantId()));
        filter.email().ifPresent(email -> parameters.put("email", email));
        filter.phone().ifPresent(phone -> parameters.put("phone", phone));
        filter.username().ifPresent(username -> parameters.put("username", username));
        filter.providerUserId().ifPresent(id -> {
            parameters.put("provider_user_id", id);
            parameters.put("authenticators", authenticators());
        });
        filter.groupId().ifPresent(group -> parameters.put("group_id", group));
        return parameters;
    }

    /** The values of {@link #select()}. */
    Map<String, Object> parameters() {
        Map<String, Object> parameters = countParameters();
        page.after().ifPresent(cursor -> {
            parameters.put("after", cursor.userId());
            if (key().isTime()) {
                parameters.put("time", cursor.time());
            }
        });
        return parameters;
    }

    /** Without a provider, each of them is looked up: the index begins with it. */
    private String[] authenticators() {
        return page.list()
                .filter()
                .authenticator()
                .map(Stream::of)
                .orElseGet(() -> Stream.of(Authenticator.values()))
                .map(Authenticator::toString)
                .toArray(String[]::new);
    }

    /** What is looked up is few of a tenant's users or all of them, which no plan fits that is kept for all tenants. */
    private String planned(String statement) {
        return page.list().filter().isEmpty() ? statement : CustomPlan.of(statement);
    }

    private String from() {
        UserFilter filter = page.list().filter();
        return " from users u"
                + (filter.groupId().isPresent() ? MEMBERS : "")
                + " where u.tenant_id = :tenant"
                + (filter.email().isPresent() ? EMAIL : "")
                + (filter.phone().isPresent() ? PHONE : "")
                + (filter.username().isPresent() ? USERNAME : "")
                + (filter.providerUserId().isPresent() ? IDENTITY : "");
    }

    private String after() {
        if (page.after().isEmpty()) {
            return "";
        }
        String direction = page.list().sort().ascending() ? ">" : "<";
        return key().isTime()
                ? " and (%s, u.user_id) %s (:time, :after)".formatted(key().column(), direction)
                : " and u.user_id %s :after".formatted(direction);
    }

    private String order() {
        String direction = page.list().sort().ascending() ? " asc" : " desc";
        String byId = "u.user_id" + direction;
        return key().isTime() ? key().column() + direction + ", " + byId : byId;
    }

    private String micros() {
        return key().isTime() ? "(extract(epoch from %s) * 1000000)::bigint".formatted(key().column()) : "0::bigint";
    }

    private UserSort key() {
        return page.list().sort().key();
    }
}
