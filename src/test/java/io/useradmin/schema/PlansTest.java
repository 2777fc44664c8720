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
 * How PostgreSQL runs what the service sends where there is much of everything (growth.sql). The statements are those that are
 * kept (StatementsTest), planned without their values, as prepared statements come to be after a few runs.
 */
class PlansTest {
    private static final Path GROWTH = Path.of("src", "test", "resources", "schema", "growth.sql");

    /** What a page of 10 out of 100,000 may read, counting 10,000 of them included, in blocks of 8 KiB; all have thousands. */
    private static final int MOST_BLOCKS = 400;

    /** The 100,000 sessions of a user and an index of them have 3,200; the same twice would be 5,500. */
    private static final int BLOCKS_OF_ALL_SESSIONS = 4_000;

    /** A row for each receiver of events. */
    private static final Set<String> SMALL = Set.of("deliveries");

    /** What a step of a bulk action walks, and the same again to find what it changes; each time with the members of a group. */
    private static final int MOST_ROWS_OF_A_STEP = 5 * 2_000;

    /** Before what an event says of its author. */
    private static final String AUTHOR = "insert into events [^)]*\\) select \\$1";

    /** What is asked of the largest tenant and whose lists are the longest, by what stands before or behind the parameter. */
    private static final Map<Pattern, String> VALUES = Stream.of(
                    Map.entry("tenant_id = \\$(\\d+)", "'t1'"),
                    Map.entry("user_id = \\$(\\d+)", "'many'"),
                    Map.entry("(?:expires_at|block_until) (?:>|- cast\\() ?\\$(\\d+)", "now()"),
                    Map.entry("session_id = \\$(\\d+)", "'s50000'"),
                    Map.entry("\\$(\\d+) = any\\(client_ids\\)", "'web'"),
                    Map.entry("ip = cast\\(cast\\(\\$(\\d+) as text\\)", "'10.0.0.1'"),
                    Map.entry("unnest\\(cast\\(\\$(\\d+) as text\\[]\\)\\) as wanted", "'{u20000,u40000}'"),
                    Map.entry("case when (?:cast\\()?\\$(\\d+)", "true"),
                    Map.entry("t.email = \\$(\\d+)", "'u20000@example.org'"),
                    Map.entry("t.phone = \\$(\\d+)", "'+358u20000'"),
                    Map.entry("t.username = \\$(\\d+)", "'name-u20000'"),
                    Map.entry("provider_user_id = \\$(\\d+)", "'google-u20000'"),
                    Map.entry("authenticator = any\\(\\$(\\d+)\\)", "'{google,apple}'"),
                    Map.entry("< \\(cast\\(cast\\(\\$(\\d+) as text\\) as xid8", "'1000000'"),
                    Map.entry("> \\(cast\\(cast\\(\\$(\\d+) as text\\) as xid8", "'100'"),
                    Map.entry("as xid8\\), \\$(\\d+)", "0"),
                    Map.entry("type = any\\(\\$(\\d+)\\)", "'{session.revoked}'"),
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
                    Map.entry("user_id, session_id, \\$(\\d+) from deleted", "'x'"),
                    Map.entry("author as \\(select cast\\(\\$(\\d+)", "'{t1,2026-01-01,null,null,null,null}'"),
                    Map.entry(AUTHOR + ", \\$(\\d+)", "now()"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){1}, \\$(\\d+)", "null"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){2}, \\$(\\d+)", "null"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){3}, \\$(\\d+)", "null"),
                    Map.entry(AUTHOR + "(?:, \\$\\d+){4}, \\$(\\d+)", "null"),
                    Map.entry("offset \\$(\\d+)", "0"),
                    Map.entry("(?:limit|next|first) \\$(\\d+)", "11"))
            .collect(Collectors.toMap(value -> Pattern.compile(value.getKey()), Map.Entry::getValue));

    private static FreshDatabase fresh;
    private static Connection connection;

    @BeforeAll
    static void fill() throws SQLException, IOException {
        fresh = FreshDatabase.migrated();
        // Statements with placeholders pass as they are only where the driver does not look for parameters itself.
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
    void noTableIsReadFromEndToEnd() {
        // The keys that sign tokens are a handful.
        assertThat(statements("^(?!.*from ssf_keys)"))
                .hasSizeGreaterThan(50)
                .allSatisfy(statement -> assertThat(readFromEndToEnd(plan("generic_plan", statement)))
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
            private_data.read., user_id from users           ; users_pk
            from author, locked, found                       ; users_pk
            merge_patch                                      ; users_pk
            delete from users                                ; users_pk
            delete from groups where                         ; groups_pk
            ^select pg_snap(?!.* user_id = ).*from events    ; events_pk
            ^select pg_snap.* user_id = .*order by xid       ; events_by_user
            as wanted .*from events                          ; events_pk
            as held_back                                     ; events_pk
            from api_keys where key_id                       ; api_keys_pk
            from api_keys where tenant.*order by created_at  ; api_keys_by_age
            from api_keys .*for no key update                ; api_keys_by_age
            ^select .* u.tenant_id = .*order by u.created_at ; users_by_created
            ^select .* u.tenant_id = .*order by u.last_upda  ; users_by_last_updated
            t.email = \\$                                    ; emails_unique
            with seen as .*from outcome u                    ; users_pk
            update emails (e )?set verified                  ; emails_pk
            delete from phones                               ; phones_pk
            t.phone = \\$                                    ; phones_unique
            t\\.username = \\$                               ; usernames_unique
            m.group_id = \\$                                 ; group_members_by_group
            from groups g where .*order by g.name            ; groups_by_name
            (from|update) idempotency_keys                   ; idempotency_keys_pk
            ssf_streams where tenant_id                      ; ssf_streams_pk
            update ssf_streams                               ; ssf_streams_pk
            bytes_before .* from sessions                    ; sessions_pk
            bytes_before .* from ip_access                   ; ip_access_pk
            bytes_before .* from group_members               ; group_members_pk
            bytes_before .* from events                      ; events_by_user
            """)
    void findsByTheIndexThatIsMeantForIt(String text, String index) {
        assertThat(statements(text))
                .isNotEmpty()
                .allSatisfy(
                        statement -> assertThat(plan("generic_plan", statement).findValuesAsText("Index Name"))
                                .contains(index));
    }

    /**
     * All but the look for one address, and for one session, which may go through the index of the user's: PostgreSQL takes any
     * index that has all of their columns.
     */
    static Stream<String> lists() {
        return Stream.of(
                        "^(?!.*(?:meant|scanned)).*from sessions where .* limit",
                        "^(?!.*scanned).*from ip_access where (?!.* ip = ).* limit",
                        "as wanted",
                        "^select pg_snap.*from events",
                        "bytes_before",
                        "is_cut_off",
                        "custom plan (?!.*(?:group_id|scanned))")
                .flatMap(text -> statements(text).stream())
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("lists")
    void looksAtLittleOfMuch(String statement) throws SQLException {
        assertThat(blocks(statement, values(statement))).isBetween(1, MOST_BLOCKS);
    }

    /** The sessions are read for the page and, as it is empty, not for the count as well (ADR 8). */
    @Test
    void readsTheSessionsOnceForAClientThatNoneOfThemHas() throws SQLException {
        String statement = statements("counted .* any\\(client_ids\\) order by .* limit \\$5;?$")
                .getFirst();

        assertThat(blocks(statement, values(statement).replace("'web'", "'nobody'")))
                .isBetween(1, BLOCKS_OF_ALL_SESSIONS);
    }

    static Stream<String> changesOfAUser() {
        return statements("^with seen as ").stream();
    }

    /**
     * PostgreSQL compares the estimated cost of the first executions of a connection with that of the generic plan. A parameter that
     * switches off a part of the statement would make them look so cheap that it plans each execution from then on.
     */
    @ParameterizedTest
    @MethodSource("changesOfAUser")
    void isPlannedOnceWhateverItsFirstValuesAre(String statement) throws SQLException {
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
            assertThat(text("select generic_plans from pg_prepared_statements")).isEqualTo("1");
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

    /** The tables that a plan reads from end to end. */
    private static List<String> readFromEndToEnd(JsonNode plan) {
        return plan.findParents("Node Type").stream()
                .filter(node -> node.path("Node Type").asText().equals("Seq Scan"))
                .map(node -> node.path("Relation Name").asText())
                .toList();
    }

    static Stream<String> steps() {
        return statements("scanned as materialized").stream();
    }

    /** Whatever the tenant has: 150,000 sessions and 60,000 addresses, of which one user has most. */
    @ParameterizedTest
    @MethodSource("steps")
    void aStepOfABulkActionReadsABoundedPartOfTheTenant(String statement) throws SQLException {
        assertThat(rows(analyzed(statement, values(statement)))).isBetween(1L, (long) MOST_ROWS_OF_A_STEP);
    }

    /** How many rows of tables are read below a node. */
    private static long rows(JsonNode node) {
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

    /** How many blocks of 8 KiB the statement reads. */
    private static int blocks(String statement, String values) throws SQLException {
        JsonNode plan = analyzed(statement, values);
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

    /** The statements that are kept, on a line each, in which {@code text} is found. */
    private static List<String> statements(String text) {
        Pattern wanted = Pattern.compile(text);
        return Statements.read(Statements.CURRENT).stream()
                .map(statement -> statement.replaceAll("\\s+", " ").replaceAll("(?<![<>]) ?= ?(?=\\$)", " = "))
                .filter(statement -> wanted.matcher(statement).find())
                .toList();
    }

    private static String planning(String statement) {
        return statement.startsWith("/* custom plan */") ? "force_custom_plan" : "force_generic_plan";
    }

    private static String values(String statement) {
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
        try (Statement explain = connection.createStatement()) {
            explain.setEscapeProcessing(false);
            ResultSet rows = explain.executeQuery("explain (format json, " + options + ") " + statement);
            rows.next();
            return new ObjectMapper().readTree(rows.getString(1)).path(0).path("Plan");
        } catch (SQLException | IOException failure) {
            throw new AssertionError(statement, failure);
        }
    }
}
