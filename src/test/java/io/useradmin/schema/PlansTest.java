package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FreshDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * PostgreSQL's plans for the service's statements with large tables (growth.sql). The statements are those in the file that
 * StatementsTest checks. The plans are generic, without parameter values, as PostgreSQL uses them after some executions of a
 * prepared statement.
 */
class PlansTest {
    private static final Path GROWTH = Path.of("src", "test", "resources", "schema", "growth.sql");

    /**
     * The limit for reading a page of 10 of 100,000 rows and counting 10,000 of them, in blocks of 8 KiB. Each table has
     * thousands.
     */
    private static final int MAX_BLOCKS = 400;

    /** A user's 100,000 sessions with an index have 3,200 blocks. Reading the table twice would be 5,500. */
    private static final int BLOCKS_OF_ALL_SESSIONS = 4_000;

    private static final int EXECUTIONS_BEFORE_A_CHOICE = 5;

    private static final String WHAT_TO_DO = """
            The plan has changed. Change the statement as docs/adr/0009-straight-to-the-pool.md describes, or add an index in a
            migration. Accept another index only if the statement reads as few blocks. A new table needs rows in growth.sql, a new
            parameter a value in VALUES.
            """;

    /** One row per receiver of events. */
    private static final Set<String> SMALL = Set.of("deliveries");

    /**
     * A step of a bulk action reads its users, and reads them again to find the rows to change, each time with the members of a
     * group.
     */
    private static final int MAX_ROWS_OF_A_STEP = 5 * 2_000;

    /** The start of an insert of an event, before the columns about the author. */
    private static final String AUTHOR = "insert into events [^)]*\\) select (?:\\$1|node.tenant)";

    /**
     * Values for parameters, by the text before or after the parameter: the largest tenant, and the user with the longest
     * lists.
     */
    private static final Map<Pattern, String> VALUES = Stream.of(
                    Map.entry("tenant_id = \\$(\\d+)", "'t1'"),
                    Map.entry("user_id = \\$(\\d+)", "'many'"),
                    Map.entry("(?:expires_at|block_until) (?:>|- cast\\() ?\\$(\\d+)", "now()"),
                    Map.entry("session_id = \\$(\\d+)", "'s50000'"),
                    Map.entry("\\$(\\d+) = any\\(client_ids\\)", "'web'"),
                    Map.entry("ip = cast\\(cast\\(\\$(\\d+) as text\\)", "'10.0.0.1'"),
                    Map.entry("select unnest\\(cast\\(\\$(\\d+) as text\\[]\\)\\) limit", "'{u20000,u40000}'"),
                    Map.entry("case when (?:cast\\()?\\$(\\d+)", "true"),
                    Map.entry("array\\[\\$(\\d+)\\]", "'u20000'"),
                    Map.entry("authenticator = any\\(\\$(\\d+)\\)", "'{google,apple}'"),
                    Map.entry("t.email = \\$(\\d+)", "'u20000@example.org'"),
                    Map.entry("t.phone = \\$(\\d+)", "'+358u20000'"),
                    Map.entry("t.username = \\$(\\d+)", "'name-u20000'"),
                    Map.entry("provider_user_id = \\$(\\d+)", "'google-u20000'"),
                    Map.entry("< \\(cast\\(cast\\(\\$(\\d+) as text\\) as xid8", "'1000000'"),
                    Map.entry("> \\(cast\\(cast\\(\\$(\\d+) as text\\) as xid8", "'100'"),
                    Map.entry("as xid8\\), \\$(\\d+)", "0"),
                    Map.entry("type = any\\(\\$(\\d+)\\)", "'{session.revoked}'"),
                    Map.entry("type \\^@ any\\(\\$(\\d+)\\)", "'{session.}'"),
                    Map.entry("(?:actor|key_id) = \\$(\\d+)", "'nobody'"),
                    Map.entry("unnest\\(cast\\(\\$(\\d+) as text\\[]\\), ", "'{t1}'"),
                    Map.entry("as text\\[]\\), cast\\(\\$(\\d+) as text\\[]\\)", "'{100}'"),
                    Map.entry("cast\\(\\$(\\d+) as bigint\\[]\\)", "'{0}'"),
                    Map.entry("session_id > \\$(\\d+)", "'s50000'"),
                    Map.entry("ip > cast\\(cast\\(\\$(\\d+) as text\\)", "'10.0.20.0'"),
                    Map.entry("group_id\\) > \\(\\$\\d+, \\$(\\d+)", "''"),
                    Map.entry("split_part\\(\\$(\\d+)", "'300 0'"),
                    Map.entry("block_until > cast\\(\\$(\\d+)", "now()"),
                    Map.entry("initiated_at < \\$(\\d+)", "null"),
                    Map.entry("between cast\\(cast\\(\\$(\\d+)", "null"),
                    Map.entry(
                            "between cast\\(cast\\(\\$\\d+ as text\\) as inet\\) and cast\\(cast\\(\\$(\\d+)", "null"),
                    Map.entry("session_id <> all\\(\\$(\\d+)\\)", "'{s1}'"),
                    Map.entry("not in \\(select unnest\\(cast\\(\\$(\\d+)", "'{}'"),
                    Map.entry("\\(user_id, session_id\\) > \\(\\$(\\d+)", "''"),
                    Map.entry("\\(user_id, session_id\\) > \\(\\$\\d+, \\$(\\d+)", "''"),
                    Map.entry("w.user_id = \\$(\\d+) then", "''"),
                    Map.entry("then \\$(\\d+) else", "''"),
                    Map.entry("place <= (?:least\\()?cast\\(\\$(\\d+) as integer", "10000"),
                    Map.entry("unnest\\(cast\\(\\$(\\d+) as text\\[]\\)\\) as u", "'{many,u20000,u40000}'"),
                    Map.entry("group_id = \\$(\\d+)", "'g7'"),
                    Map.entry("\\(ip, user_id\\) > \\(cast\\(cast\\(\\$(\\d+)", "'0.0.0.0'"),
                    Map.entry("\\(ip, user_id\\) > \\(cast\\(cast\\(\\$\\d+ as text\\) as inet\\), \\$(\\d+)", "''"),
                    Map.entry("ip <= cast\\(cast\\(\\$(\\d+)", "'ffff:ffff::'"),
                    Map.entry("user_id, session_id, \\$(\\d+) from", "'x'"),
                    Map.entry("author as \\(select cast\\(\\$(\\d+)", "'{t1,2026-01-01,null,null,null,null}'"),
                    Map.entry(AUTHOR + ", \\$(\\d+)", "now()"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){1}, \\$(\\d+)", "null"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){2}, \\$(\\d+)", "null"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){3}, \\$(\\d+)", "null"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){4}, \\$(\\d+)", "null"),
                    Map.entry("bytes_before < \\$(\\d+)", "16384"),
                    Map.entry("offset \\$(\\d+)", "0"),
                    Map.entry("(?:limit|next|first) \\$(\\d+)", "11"))
            .collect(Collectors.toMap(value -> Pattern.compile(value.getKey()), Map.Entry::getValue));

    private static FreshDatabase fresh;
    private static Connection connection;

    @BeforeAll
    static void fill() throws SQLException, IOException {
        fresh = FreshDatabase.migrated();
        // In other modes, the driver would try to bind the placeholders itself.
        connection = DriverManager.getConnection(fresh.jdbcUrl() + "?preferQueryMode=simple", FreshDatabase.USER, null);
        for (String statement : Files.readString(GROWTH).split(";\n")) {
            Catalogue.run(connection, statement);
        }
    }

    @AfterAll
    static void drop() throws SQLException {
        connection.close();
        fresh.close();
    }

    @Test
    void noTableIsReadSequentially() {
        // There are only a few signing keys.
        assertThat(statements("^(?!.*from ssf_keys)"))
                .hasSizeGreaterThan(50)
                .allSatisfy(statement -> assertThat(sequentiallyScanned(plan("generic_plan", statement)))
                        .as(WHAT_TO_DO)
                        .isSubsetOf(SMALL));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            order by session_id (asc|desc)                   ; sessions_pk
            order by last_updated_at                         ; sessions_by_last_updated
            order by initiated_at                            ; sessions_by_initiated
            order by expires_at (asc|desc)                   ; sessions_by_expires
            count.*select session_id from                    ; sessions_by_expires
            order by last_login_attempt                      ; ip_access_by_last_login_attempt
            ^(?!.* ip = ).*order by block_until              ; ip_access_by_block_until
            _data::text as document                          ; users_pk
            for key share .*private_data.read                ; users_pk
            kept as materialized                             ; users_pk
            merge_patch                                      ; users_pk
            delete from users                                ; users_pk
            delete from groups where                         ; groups_pk
            as purged_xid(?!.* user_id = ).*from events      ; events_pk
            as purged_xid.* user_id = .*order by xid         ; events_by_user
            as wanted .*from events                          ; events_pk
            as held_back                                     ; events_pk
            from api_keys where key_id                       ; api_keys_pk
            from api_keys where tenant.*order by created_at  ; api_keys_by_age
            from api_keys .*for no key update                ; api_keys_by_tenant
            ^(?!.*holder)select .* u.tenant_id = .*order by u.created_at ; users_by_created
            ^select .* u.tenant_id = .*order by u.last_upda  ; users_by_last_updated
            t.email = \\$                                    ; emails_unique
            with seen as .*from outcome u                    ; users_pk
            update emails (e )?set verified                  ; emails_pk
            delete from phones                               ; phones_pk
            t.phone = \\$                                    ; phones_unique
            t\\.username = \\$                               ; usernames_unique
            (m|u).group_id = \\$                             ; group_members_by_group
            from groups g where .*order by g.name            ; groups_by_name
            (from|update) idempotency_keys (set|where)       ; idempotency_keys_pk
            from idempotency_keys\\)                          ; idempotency_keys_by_created_at
            ssf_streams where tenant_id                      ; ssf_streams_pk
            update ssf_streams                               ; ssf_streams_pk
            bytes_before .* from sessions                    ; sessions_pk
            bytes_before .* from ip_access                   ; ip_access_pk
            bytes_before .* from group_members               ; group_members_pk
            bytes_before .* from events e                    ; events_by_user
            """)
    void usesTheIntendedIndex(String text, String index) {
        assertThat(statements(text))
                .as("statements with this text: after a change of the statement, change the text")
                .isNotEmpty()
                .allSatisfy(
                        statement -> assertThat(plan("generic_plan", statement).findValuesAsText("Index Name"))
                                .as(WHAT_TO_DO)
                                .contains(index));
    }

    /**
     * All lists. Excluded are the queries for a single address or session: PostgreSQL may use any index of the user with all
     * their columns.
     */
    static Stream<String> lists() {
        return Stream.of(
                        "^(?!.*(?:meant|scanned)).*from sessions where .* limit",
                        "^(?!.*scanned).*from ip_access where (?!.* ip = ).* limit",
                        "as wanted",
                        "as purged_xid.*from events",
                        "bytes_before",
                        "is_cut_off",
                        "custom plan (?!.*(?:group_id|scanned))")
                .flatMap(text -> statements(text).stream())
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("lists")
    void readsFewBlocks(String statement) throws SQLException {
        assertThat(blocks(statement, values(statement))).as(WHAT_TO_DO).isBetween(1, MAX_BLOCKS);
    }

    /** The page is empty, so the query reads the sessions once, not again for the count (ADR 8). */
    @Test
    void readsTheSessionsOnceForAnUnusedClient() throws SQLException {
        String statement = statements("counted .* any\\(client_ids\\) order by .* limit \\$5;?$")
                .getFirst();

        assertThat(blocks(statement, values(statement).replace("'web'", "'nobody'")))
                .as(WHAT_TO_DO)
                .isBetween(1, BLOCKS_OF_ALL_SESSIONS);
    }

    static Stream<String> changesOfAUser() {
        return statements("^with seen as ").stream();
    }

    /**
     * PostgreSQL compares the estimated costs of a connection's first executions with the generic plan. A parameter that
     * disables a part of the statement would make them look so cheap that PostgreSQL plans every later execution again.
     */
    @ParameterizedTest
    @MethodSource("changesOfAUser")
    void keepsItsGenericPlanWhateverItsFirstValues(String statement) throws SQLException {
        Catalogue.run(connection, "set plan_cache_mode = auto");
        Catalogue.run(connection, "prepare statement as " + statement);
        Catalogue.run(connection, "begin");
        try {
            String values = text("""
                    select string_agg(case when number = 1 then '''t1''' when number = 2 then '''u20000'''
                                           when type = 'boolean' then 'false'
                                           when type = 'timestamp with time zone' then 'now()'
                                           when type = 'uuid' then 'gen_random_uuid()'
                                           when number > 11 then '''{}'''
                                           else 'null' end, ', ' order by number)
                      from pg_prepared_statements,
                           unnest(parameter_types::text[]) with ordinality as parameter (type, number)""");
            for (int execution = 1; execution <= 6; execution++) {
                Catalogue.run(connection, "execute statement(" + values + ")");
            }
            assertThat(text("select generic_plans from pg_prepared_statements"))
                    .as(WHAT_TO_DO)
                    .isEqualTo("1");
        } finally {
            Catalogue.run(connection, "rollback; deallocate statement");
        }
    }

    private static String text(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** The tables that a plan reads with sequential scans. */
    private static List<String> sequentiallyScanned(JsonNode plan) {
        return plan.findParents("Node Type").stream()
                .filter(node -> node.path("Node Type").asText().equals("Seq Scan"))
                .map(node -> node.path("Relation Name").asText())
                .toList();
    }

    static Stream<String> steps() {
        return statements("scanned as materialized").stream();
    }

    /** The tenant has 150,000 sessions and 60,000 addresses. One user has most of them. */
    @ParameterizedTest
    @MethodSource("steps")
    void aStepOfABulkActionReadsABoundedPartOfTheTenant(String statement) throws SQLException {
        assertThat(rows(analyzed(statement, values(statement)))).as(WHAT_TO_DO).isBetween(1L, (long)
                MAX_ROWS_OF_A_STEP);
    }

    /** The number of table rows read below a node. */
    static long rows(JsonNode node) {
        long read = node.path("Actual Rows").asLong()
                + node.path("Rows Removed by Filter").asLong();
        long own = node.has("Relation Name") && node.path("Node Type").asText().contains("Scan")
                ? read * node.path("Actual Loops").asLong()
                : 0;
        long below = 0;
        for (JsonNode child : node.path("Plans")) {
            below += rows(child);
        }
        return own + below;
    }

    /** The number of blocks of 8 KiB that the statement reads. */
    private static int blocks(String statement, String values) throws SQLException {
        return blocks(analyzed(statement, values));
    }

    /** In another database, after so many executions that PostgreSQL has chosen between a generic plan and custom plans. */
    static JsonNode analyzed(Connection database, String statement, String values) throws SQLException {
        Catalogue.run(
                database,
                "set plan_cache_mode = " + (planning(statement).contains("custom") ? planning(statement) : "auto"));
        Catalogue.run(database, "prepare statement as " + statement);
        Catalogue.run(database, "begin");
        try {
            for (int execution = 1; execution <= EXECUTIONS_BEFORE_A_CHOICE; execution++) {
                Catalogue.run(database, "execute statement" + values);
            }
            return plan(database, "analyze, buffers", "execute statement" + values);
        } finally {
            Catalogue.run(database, "rollback; deallocate statement");
        }
    }

    static int blocks(JsonNode plan) {
        return plan.path("Shared Hit Blocks").asInt()
                + plan.path("Shared Read Blocks").asInt();
    }

    private static JsonNode analyzed(String statement, String values) throws SQLException {
        Catalogue.run(connection, "set plan_cache_mode = " + planning(statement));
        Catalogue.run(connection, "prepare statement as " + statement);
        Catalogue.run(connection, "begin");
        try {
            return plan("analyze, buffers", "execute statement" + values);
        } finally {
            Catalogue.run(connection, "rollback; deallocate statement");
        }
    }

    /** The statements in the file that contain {@code text}, each on one line. */
    static List<String> statements(String text) {
        Pattern wanted = Pattern.compile(text);
        return Statements.read(Statements.CURRENT).stream()
                .map(statement -> statement.replaceAll("\\s+", " ").replaceAll("(?<![<>]) ?= ?(?=\\$)", " = "))
                .filter(statement -> wanted.matcher(statement).find())
                .toList();
    }

    private static String planning(String statement) {
        return statement.startsWith("/* custom plan */") ? "force_custom_plan" : "force_generic_plan";
    }

    static String values(String statement) {
        Map<Integer, String> values = new TreeMap<>();
        VALUES.forEach((pattern, value) -> {
            Matcher place = pattern.matcher(statement);
            while (place.find()) {
                values.put(Integer.valueOf(place.group(1)), value);
            }
        });
        return "(" + String.join(", ", values.values()) + ")";
    }

    private static JsonNode plan(String options, String statement) {
        return plan(connection, options, statement);
    }

    private static JsonNode plan(Connection database, String options, String statement) {
        try (Statement explain = database.createStatement()) {
            explain.setEscapeProcessing(false);
            ResultSet rows = explain.executeQuery("explain (format json, " + options + ") " + statement);
            rows.next();
            return new ObjectMapper().readTree(rows.getString(1)).path(0).path("Plan");
        } catch (SQLException | IOException failure) {
            throw new AssertionError(statement, failure);
        }
    }
}
