package io.useradmin.user;

import static io.useradmin.database.DirectStatements.parameter;

import io.useradmin.database.BoundStatement;
import io.useradmin.database.CustomPlan;
import io.useradmin.database.DirectStatements;
import io.useradmin.profile.Authenticator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL of a page of users. It reads only identifiers, in index order, from the start of the page, so its cost does not depend
 * on the number of users before or after. For a unique value, it finds the user by the index of that value, whatever the order of
 * the list.
 */
final class UserListQuery {
    private final UserListPage page;
    private final String countLimit;
    /** The values of {@link #from}. */
    private final List<Object> values = new ArrayList<>();

    /** The parameter of the tenant. */
    private final String tenant;

    /** The parameter of the group. */
    private final Optional<String> group;

    private final String from;
    /** The same users, only with their identifiers. Members of a group are users, so their rows are enough. */
    private final String identifiers;

    /** @param countLimit the largest number of counted users, as SQL */
    UserListQuery(UserListPage page, String countLimit) {
        this.page = page;
        this.countLimit = countLimit;
        this.tenant = parameter(page.list().tenantId(), values);
        this.group = page.list().filter().groupId().map(id -> parameter(id, values));
        this.from = from(page.list().filter());
        this.identifiers = page.list().filter().isOnlyGroup()
                ? " from group_members u where u.tenant_id = " + tenant + " and u.group_id = " + group.orElseThrow()
                : from;
    }

    /**
     * The identifiers of the page's users and the next one, their position in the order, and the number of users up to the limit.
     */
    BoundStatement select() {
        List<Object> all = new ArrayList<>(values);
        String sql = "select u.user_id as user_id, " + micros() + " as micros, (" + counting() + ") as counted"
                + (key().isTime() ? from : identifiers)
                + after(all) + " order by " + page.list().sort().sql("u.user_id")
                + DirectStatements.rows(page.offset(), page.size() + 1, all);
        return planned(sql, all);
    }

    /**
     * The number of users of all pages, up to the limit. The {@code order by} keeps PostgreSQL from scanning other tenants'
     * users.
     */
    BoundStatement count() {
        return planned(counting(), values);
    }

    /** The text of {@link #count()} as a part of another statement. */
    String counting() {
        return "select count(*) from (select 1" + identifiers + " order by u.user_id limit " + countLimit
                + ") as found";
    }

    /** For a group, a custom plan: it can have a few users of the tenant or all of them, and no generic plan fits both. */
    private BoundStatement planned(String sql, List<Object> all) {
        return new BoundStatement(
                page.list().filter().groupId().isEmpty() ? sql : CustomPlan.of(sql), List.copyOf(all));
    }

    /** A unique value gives the users, and the other conditions are checked on these. */
    private String from(UserFilter filter) {
        List<String> unique = Stream.of(
                        filter.userId().map(id -> "array[" + parameter(id, values) + "]"),
                        filter.email().map(email -> holder("emails", "email", email)),
                        filter.phone().map(phone -> holder("phones", "phone", phone)),
                        filter.username().map(name -> holder("usernames", "username", name)),
                        filter.providerUserId().map(id -> identityHolders(id, filter)))
                .flatMap(Optional::stream)
                .toList();
        String users = unique.isEmpty()
                ? " from users u"
                : " from unnest(" + unique.getFirst() + ") as holder (user_id) cross join lateral ("
                        + "select * from users where tenant_id = " + tenant
                        + " and user_id = holder.user_id limit 1) as u";
        return users
                + group.map(this::members).orElse("")
                + " where u.tenant_id = " + tenant
                + unique.stream()
                        .skip(1)
                        .map(ids -> " and u.user_id = any(" + ids + ")")
                        .collect(Collectors.joining());
    }

    private String members(String group) {
        return " join group_members m on m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.tenant_id = %s and m.group_id = %s"
                .formatted(tenant, group);
    }

    private String holder(String table, String column, String value) {
        return "array(select t.user_id from %s t where t.tenant_id = %s and t.%s = %s)"
                .formatted(table, tenant, column, parameter(value, values));
    }

    /** A user can have the same identifier at several providers. */
    private String identityHolders(String providerUserId, UserFilter filter) {
        return "array(select distinct t.user_id from external_identities t where t.tenant_id = " + tenant
                + " and t.provider_user_id = " + parameter(providerUserId, values) + " and t.authenticator = any("
                + parameter(authenticators(filter), values)
                + "))";
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
                                        key().column(),
                                        direction,
                                        parameter(cursor.time(), all),
                                        parameter(cursor.userId(), all))
                        : " and u.user_id %s %s".formatted(direction, parameter(cursor.userId(), all)))
                .orElse("");
    }

    private String micros() {
        return key().isTime() ? "(extract(epoch from %s) * 1000000)::bigint".formatted(key().column()) : "0::bigint";
    }

    private UserSort key() {
        return page.list().sort().key();
    }
}
