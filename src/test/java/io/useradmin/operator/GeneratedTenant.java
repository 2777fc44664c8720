package io.useradmin.operator;

import io.useradmin.profile.Authenticator;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.Sql;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A tenant with random rows from a seed, which use the whole format: each value present and absent. The rows are written by
 * SQL. If they were imported, a comparison could not detect values that an import drops.
 */
final class GeneratedTenant {
    private static final int USERS = 25;
    private static final int GROUPS = 4;
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_OTHER = 1024;
    private static final List<String> AUTHENTICATORS = List.of("password", "email", "phone");
    private static final List<String> METADATA =
            List.of("country", "city", "region", "latitude", "longitude", "ip_address", "user_agent");
    /** The claims without a column of their own. */
    private static final List<String> OTHER_CLAIMS = OpenApiDocument.committed().claims().stream()
            .filter(claim -> !List.of("name", "given_name", "family_name").contains(claim))
            .toList();
    /** So many sessions with keys of 1,024 characters that they do not fit into one line of an export. */
    private static final int MANY_SESSIONS = 400;

    private final RandomValues values;
    private final String id;

    GeneratedTenant(String id, long seed) {
        this.id = id;
        this.values = new RandomValues(seed);
    }

    void fill() {
        Sql.run("insert into tenants values (?, 'Generated', now())", id);
        List<String> groups = RandomValues.distinct(GROUPS, values::id);
        groups.forEach(this::group);
        List<String> users = RandomValues.distinct(USERS, values::id);
        for (int index = 0; index < users.size(); index++) {
            user(users.get(index));
            if (values.chance()) {
                identifiers(users.get(index), index);
            }
            if (values.chance()) {
                activity(users.get(index), groups);
            }
        }
        manySessions(users.getLast());
    }

    private void group(String group) {
        insert(
                "groups (tenant_id, group_id, name, description, created_at) values (?, ?, ?, ?, ?)",
                group,
                values.text(LONGEST_NAME),
                values.maybe(() -> values.text(LONGEST_OTHER)),
                values.time());
    }

    private void user(String user) {
        insert(
                "users (tenant_id, user_id, created_at, last_updated_at, password_updated_at, has_password, disabled,"
                        + " name, given_name, family_name, other_claims, public_data, private_data)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb)",
                user,
                values.time(),
                values.time(),
                values.maybe(values::time),
                values.chance(),
                values.chance(),
                values.maybe(() -> values.text(LONGEST_NAME)),
                values.maybe(() -> values.text(LONGEST_NAME)),
                values.maybe(() -> values.text(LONGEST_NAME)),
                values.texts(values.someOf(OTHER_CLAIMS), LONGEST_NAME),
                values.document(),
                values.document());
    }

    private void identifiers(String user, int number) {
        if (values.chance()) {
            insert(
                    "usernames (tenant_id, user_id, username_id, username, authenticators, idps) values (?, ?, ?, ?, ?, ?)",
                    user,
                    values.id(),
                    number + values.visibleText(64),
                    values.someOf(AUTHENTICATORS),
                    providers());
        }
        contacts("email", user, values.upTo(3), index -> values.email(10 * number + index));
        contacts("phone", user, values.upTo(2), index -> values.phone(10 * number + index));
        for (Authenticator authenticator : values.someOf(Arrays.asList(Authenticator.values()))) {
            insert(
                    "external_identities (tenant_id, user_id, authenticator, provider_user_id, claims)"
                            + " values (?, ?, ?, ?, ?::jsonb)",
                    user,
                    authenticator.toString(),
                    number + values.text(LONGEST_NAME / 2),
                    values.texts(RandomValues.distinct(values.upTo(4), () -> values.text(20)), LONGEST_OTHER));
        }
    }

    private void contacts(String column, String user, int count, IntFunction<String> value) {
        List<String> ids = RandomValues.distinct(count, values::id);
        boolean hasPrimary = values.chance();
        for (int index = 0; index < ids.size(); index++) {
            insert(
                    "%1$ss (tenant_id, user_id, %1$s_id, %1$s, verified, is_primary, authenticators, idps)"
                                    .formatted(column)
                            + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                    user,
                    ids.get(index),
                    value.apply(index),
                    values.chance(),
                    hasPrimary && index == ids.size() - 1,
                    values.someOf(AUTHENTICATORS),
                    providers());
        }
    }

    private List<String> providers() {
        return RandomValues.distinct(values.upTo(3), () -> values.text(LONGEST_NAME / 2));
    }

    private void activity(String user, List<String> groups) {
        RandomValues.distinct(values.upTo(4), values::id)
                .forEach(session -> session(user, session, values.text(LONGEST_OTHER)));
        for (String address : RandomValues.distinct(values.upTo(5), values::address)) {
            insert(
                    "ip_access (tenant_id, user_id, ip, login_count, failure_count, last_login_attempt, block_until)"
                            + " values (?, ?, ?::inet, ?, ?, ?, ?) on conflict do nothing",
                    user,
                    address,
                    values.count(),
                    values.count(),
                    values.time(),
                    values.maybe(values::time));
        }
        for (String group : values.someOf(groups)) {
            insert(
                    "group_members (tenant_id, user_id, group_id, assigned_at) values (?, ?, ?, ?)",
                    user,
                    group,
                    values.time());
        }
    }

    private void manySessions(String user) {
        Sql.run(
                "insert into sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at,"
                        + " last_updated_at) select ?, ?, 'many-' || number, repeat('k', 1024), ?, ?, ?"
                        + " from generate_series(1, ?) number",
                id,
                user,
                values.time(),
                values.time(),
                values.time(),
                MANY_SESSIONS);
    }

    private void session(String user, String session, String key) {
        insert(
                "sessions (tenant_id, user_id, session_id, session_key, initiated_at, expires_at, last_updated_at,"
                        + " client_ids, last_metadata) values (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb)",
                user,
                session,
                key,
                values.time(),
                values.time(),
                values.time(),
                RandomValues.distinct(values.upTo(3), values::id),
                values.texts(values.someOf(METADATA), LONGEST_OTHER));
    }

    private void insert(String intoTableAndValues, Object... others) {
        Object[] parameters = new Object[others.length + 1];
        parameters[0] = id;
        System.arraycopy(others, 0, parameters, 1, others.length);
        Sql.run("insert into " + intoTableAndValues, parameters);
    }
}
