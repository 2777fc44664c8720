package io.useradmin.user;

import io.useradmin.database.CustomPlan;
import io.useradmin.database.DirectStatements;
import io.useradmin.profile.Authenticator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The SQL of a page of users. It reads only identifiers, in index order, from the start of the page, so its cost does not depend
 * on the number of users before or after. For a unique value, it finds the user by the index of that value, whatever the order of
 * the list.
 */
final class UserListQuery {
    /**
     * A statement and its parameters.
     *
     * @param values the values of {@code $1} and so on
     */
    record Statement(String sql, List<Object> values) {}

    private final UserListPage page;
    private final String countLimit;
    /** The values of {@link #from}, the tenant first. */
    private final List<Object> values = new ArrayList<>();

    private final String from;

    /** @param countLimit the largest number of counted users, as SQL */
    UserListQuery(UserListPage page, String countLimit) {
        this.page = page;
        this.countLimit = countLimit;
        this.values.add(page.list().tenantId());
        this.from = from(page.list().filter());
    }

    /**
     * The identifiers of the page's users and the next one, their position in the order, and the number of users up to the limit.
     */
    Statement select() {
        List<Object> all = new ArrayList<>(values);
        String sql = "select u.user_id as user_id, " + micros() + " as micros, (" + counting() + ") as counted" + from
                + after(all) + " order by " + page.list().sort().sql("u.user_id")
                + DirectStatements.rows(page.offset(), page.size() + 1, all);
        return planned(sql, all);
    }

    /**
     * The number of users of all pages, up to the limit. The {@code order by} keeps PostgreSQL from scanning other tenants'
     * users.
     */
    Statement count() {
        return planned(counting(), values);
    }

    /** The text of {@link #count()} as a part of another statement. */
    String counting() {
        return "select count(*) from (select 1" + from + " order by u.user_id limit " + countLimit + ") as found";
    }

    /** With a filter, a custom plan: it can match a few users of the tenant or all of them, and no generic plan fits both. */
    private Statement planned(String sql, List<Object> all) {
        return new Statement(page.list().filter().isEmpty() ? sql : CustomPlan.of(sql), List.copyOf(all));
    }

    private String from(UserFilter filter) {
        return " from users u" + filter.groupId().map(this::members).orElse("")
                + " where u.tenant_id = $1"
                + filter.email().map(email -> unique("emails", "email", email)).orElse("")
                + filter.phone().map(phone -> unique("phones", "phone", phone)).orElse("")
                + filter.username()
                        .map(name -> unique("usernames", "username", name))
                        .orElse("")
                + filter.providerUserId().map(id -> identity(id, filter)).orElse("")
                + filter.userId()
                        .map(id -> " and u.user_id = " + add(id, values))
                        .orElse("");
    }

    private String members(String groupId) {
        return " join group_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id"
                + " and m.tenant_id = $1 and m.group_id = " + add(groupId, values);
    }

    private String unique(String table, String column, String value) {
        return anyOf("select t.user_id from " + table + " t where t.tenant_id = $1 and t." + column + " = "
                + add(value, values));
    }

    private String identity(String providerUserId, UserFilter filter) {
        return anyOf("select t.user_id from external_identities t where t.tenant_id = $1 and t.provider_user_id = "
                + add(providerUserId, values) + " and t.authenticator = any(" + add(authenticators(filter), values)
                + ")");
    }

    private static String anyOf(String userIds) {
        return " and u.user_id = any(array(" + userIds + "))";
    }

    /** Without a provider, looks the user up at each provider, because the index begins with it. */
    private static String[] authenticators(UserFilter filter) {
        return filter.authenticator()
                .map(Stream::of)
                .orElseGet(() -> Stream.of(Authenticator.values()))
                .map(Authenticator::toString)
                .toArray(String[]::new);
    }

    private String after(List<Object> all) {
        String direction = page.list().sort().ascending() ? ">" : "<";
        return page.after()
                .map(cursor -> key().isTime()
                        ? " and (%s, u.user_id) %s (%s, %s)"
                                .formatted(
                                        key().column(), direction, add(cursor.time(), all), add(cursor.userId(), all))
                        : " and u.user_id %s %s".formatted(direction, add(cursor.userId(), all)))
                .orElse("");
    }

    private String micros() {
        return key().isTime() ? "(extract(epoch from %s) * 1000000)::bigint".formatted(key().column()) : "0::bigint";
    }

    private UserSort key() {
        return page.list().sort().key();
    }

    /** Adds a value; returns its parameter. */
    private static String add(Object value, List<Object> values) {
        values.add(value);
        return "$" + values.size();
    }
}
