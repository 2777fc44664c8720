package io.useradmin.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.database.BoundStatement;
import io.useradmin.profile.Authenticator;
import io.useradmin.shared.Counting;
import io.useradmin.shared.Sort;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PostgreSQL reads a page of users from an index, starting at the page's first row, and nothing else. The test has its own
 * database, because rows of other tests would make the indexes deeper.
 */
class UserListQueryTest {
    private static final int USERS = 20_000;
    private static final int SIZE = 10;
    private static final String COUNT_LIMIT = "251";
    private static final UserFilter ALL = filter(Map.of());

    private static FreshDatabase database;
    private static String tenant;

    @BeforeAll
    static void fill() throws SQLException {
        database = FreshDatabase.migrated();
        Sql.use(database.connect());
        Tenant made = Tenant.create();
        tenant = made.id();
        made.group("few");
        Sql.run("""
                insert into users (tenant_id, user_id, created_at, last_updated_at)
                select ?, 'u' || n, to_timestamp(n / 3), to_timestamp(n / 7) from generate_series(1, ?) n
                """, tenant, USERS);
        Sql.run("""
                insert into emails (tenant_id, user_id, email_id, email, verified, is_primary)
                select ?, 'u' || n, 'e', n || '@example.com', true, true from generate_series(1, ?) n
                """, tenant, USERS);
        Sql.run("""
                insert into external_identities (tenant_id, user_id, authenticator, provider_user_id)
                select ?, 'u' || n, 'google', 'g' || n from generate_series(1, ?) n
                """, tenant, USERS);
        Sql.run("""
                insert into group_members (tenant_id, user_id, group_id, assigned_at)
                select ?, 'u' || n, 'few', now() from generate_series(1, 100) n
                """, tenant);
        for (String table : new String[] {"users", "emails", "external_identities", "group_members"}) {
            Sql.run("analyze " + table);
        }
    }

    @AfterAll
    static void drop() {
        Sql.useTestDatabase();
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    void readsAPageFromItsIndexWhereverItStarts(UserSort key) {
        for (boolean ascending : new boolean[] {true, false}) {
            var list = new UserList(tenant, ALL, new Sort<>(key, ascending));
            String first = explain(list, Optional.empty());
            String deep = explain(list, Optional.of(new UserPosition(3_000_000_000L, "u10000")));

            for (String plan : new String[] {first, deep}) {
                assertThat(plan).contains("Index").doesNotContain("Sort", "Seq Scan", "Bitmap");
            }
            assertThat(buffers(deep)).as(deep).isLessThanOrEqualTo(buffers(first) + 5);
        }
    }

    @Test
    void findsUniqueValuesByTheirIndexInAnyOrder() {
        for (UserFilter filter :
                new UserFilter[] {filter(Map.of("email", "77@example.com")), filter(Map.of("provider_user_id", "g77"))
                }) {
            for (UserSort key : UserSort.values()) {
                String plan = explain(new UserList(tenant, filter, Sort.descending(key)), Optional.empty());
                assertThat(plan).contains("actual rows=1").doesNotContain("Seq Scan");
                assertThat(buffers(plan)).as(plan).isLessThan(60);
            }
        }
    }

    /**
     * The members may be anywhere in the tenant. In orders by time, PostgreSQL chooses between starting with the members or
     * with the users.
     */
    @Test
    void findsTheFewOfAGroupAmongMany() {
        UserFilter few = filter(Map.of("group_id", "few"));

        for (boolean ascending : new boolean[] {true, false}) {
            var list = new UserList(tenant, few, new Sort<>(UserSort.USER_ID, ascending));
            for (Optional<UserPosition> after :
                    List.of(Optional.<UserPosition>empty(), Optional.of(new UserPosition(0, "u50")))) {
                String plan = explain(list, after);
                assertThat(plan).doesNotContain("Sort", "Seq Scan");
                assertThat(buffers(plan)).as(plan).isLessThan(60);
            }
        }
    }

    @Test
    void countsUpToItsLimit() {
        var page = new UserListPage(
                new UserList(tenant, ALL, Sort.descending(UserSort.CREATION_TIME)),
                1,
                SIZE,
                Optional.empty(),
                Counting.BOUNDED);
        var query = new UserListQuery(page, COUNT_LIMIT);

        assertThat(Sql.value(literal(query.count()))).isEqualTo("251");
        assertThat(plan(query.count())).contains("Index Only Scan");
    }

    private static String explain(UserList list, Optional<UserPosition> after) {
        var query = new UserListQuery(new UserListPage(list, 1, SIZE, after, Counting.BOUNDED), COUNT_LIMIT);
        // The count has its own limit, so it is removed: this checks the page.
        BoundStatement select = query.select();
        return plan(new BoundStatement(select.sql().replace("(" + query.counting() + ")", "0"), select.values()));
    }

    private static String plan(BoundStatement statement) {
        return String.join("\n", Sql.list("explain (analyze, buffers, timing off) " + literal(statement)));
    }

    /** The number of blocks that the plan read. */
    private static int buffers(String plan) {
        return Stream.of(plan.split("\n"))
                .filter(line -> line.contains("Buffers: shared"))
                .findFirst()
                .map(line -> Stream.of(line.split("[ =]"))
                        .filter(word -> word.matches("[0-9]+"))
                        .mapToInt(Integer::parseInt)
                        .sum())
                .orElseThrow();
    }

    private static String literal(BoundStatement statement) {
        return Pattern.compile("\\$(\\d+)")
                .matcher(statement.sql())
                .replaceAll(parameter -> literal(statement.values().get(Integer.parseInt(parameter.group(1)) - 1)));
    }

    private static String literal(Object value) {
        return switch (value) {
            case String text -> "'" + text + "'";
            case Integer number -> number.toString();
            case Instant time -> "timestamptz '" + time + "'";
            case String[] texts ->
                Arrays.stream(texts).map(UserListQueryTest::literal).collect(Collectors.joining(", ", "array[", "]"));
            default -> throw new IllegalArgumentException("no literal of " + value.getClass());
        };
    }

    private static UserFilter filter(Map<String, String> given) {
        return new UserFilter(
                Optional.ofNullable(given.get("email")),
                Optional.empty(),
                Optional.empty(),
                Optional.ofNullable(given.get("provider_user_id")),
                Optional.<Authenticator>empty(),
                Optional.ofNullable(given.get("group_id")),
                Optional.ofNullable(given.get("user_id")));
    }
}
