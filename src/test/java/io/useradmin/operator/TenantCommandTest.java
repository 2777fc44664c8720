package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.Commands.Outcome;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Snapshot;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantCommandTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final Commands commands = Commands.onTestDatabase(Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void createsATenantOnce() {
        assertThat(commands.run("tenant", "create", "created", "--name", "Näin Oy", "-o", "json"))
                .isEqualTo(done("{\"tenant_id\":\"created\",\"name\":\"Näin Oy\",\"created_at\":1893456000}"));
        assertThat(commands.line("tenant create created")).isEqualTo(failed("Tenant created already exists."));
        assertThat(Sql.value("select name from tenants where tenant_id = 'created'"))
                .isEqualTo("Näin Oy");
    }

    @Test
    void usesTheIdAsTheDefaultName() {
        assertThat(commands.line("tenant create auth0|unnamed")).isEqualTo(done("Created tenant auth0|unnamed."));
        assertThat(Sql.value("select name from tenants where tenant_id = 'auth0|unnamed'"))
                .isEqualTo("auth0|unnamed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "a/b"})
    void refusesAnIdThatTheApiWouldNotTake(String id) {
        assertThat(commands.run("tenant", "create", id)).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).contains("must be 1 to 128 characters of");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb"})
    void refusesUnreadableNames(String name) {
        assertThat(commands.run("tenant", "create", "nameless", "--name", name).exitCode())
                .isEqualTo(2);
        assertThat(Sql.list("select 1 from tenants where tenant_id = 'nameless'"))
                .isEmpty();
    }

    @Test
    void listsTenantsAsTextAndJson() {
        commands.run("tenant", "create", "listed", "--name", "Listed Ltd");
        assertThat(commands.line("tenant list").out().lines())
                .anyMatch(line -> line.matches("TENANT +NAME +CREATED"))
                .anyMatch(line -> line.matches("listed +Listed Ltd +2030-01-01T00:00:00Z"));
        assertThat(commands.line("tenant list -o json").onlyLine())
                .startsWith("[{")
                .endsWith("}]")
                .contains("{\"tenant_id\":\"listed\",\"name\":\"Listed Ltd\",\"created_at\":1893456000}");
    }

    @Test
    void deletesATenantWithAllThatItOwnsAndNothingElse() {
        Tenant doomed = filled();
        Tenant other = filled();
        Map<String, Integer> before = counts(other);

        assertThat(commands.line("tenant delete %s --confirm %1$s --batch 2 -o json".formatted(doomed.id())))
                .isEqualTo(done(
                        ("{\"tenant_id\":\"%s\",\"sessions\":15,\"addresses\":5,\"users\":5,\"groups\":1,\"stored_responses\":1,\"events\":2}")
                                .formatted(doomed.id())));

        assertThat(counts(doomed).values()).containsOnly(0);
        assertThat(counts(other)).isEqualTo(before).doesNotContainValue(0);
        assertThat(commands.line("tenant delete %s --confirm %1$s".formatted(doomed.id())))
                .isEqualTo(failed("There is no tenant " + doomed.id() + "."));
    }

    @Test
    void saysHowMuchWasDeletedWithATenant() {
        Tenant doomed = filled();

        assertThat(commands.line("tenant delete %s --confirm %1$s".formatted(doomed.id())))
                .isEqualTo(done(
                        "Deleted tenant %s: 15 sessions, 5 addresses, 5 users, 1 group, 1 stored response, 2 events."
                                .formatted(doomed.id())));
    }

    @Test
    void deletesNothingUnlessTheIdIsRepeated() {
        Tenant tenant = filled();
        Map<String, Integer> before = counts(tenant);
        assertThat(commands.line("tenant delete " + tenant.id()).exitCode()).isEqualTo(2);
        assertThat(commands.line("tenant delete " + tenant.id() + " --confirm other")
                        .exitCode())
                .isEqualTo(2);
        assertThat(counts(tenant)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "groups", "idempotency_keys", "events"})
    void continuesADeletionThatWasBlocked(String table) throws Exception {
        Tenant tenant = filled();
        String delete = "tenant delete %s --confirm %1$s".formatted(tenant.id());
        try (Connection writer = TestDatabase.begin()) {
            Jdbc.query(
                    writer,
                    "select 1 from " + table + " where tenant_id = ? limit 1 for update",
                    row -> row.getInt(1),
                    tenant.id());
            assertThat(commands.line(delete)).satisfies(outcome -> {
                assertThat(outcome.exitCode()).isEqualTo(1);
                assertThat(outcome.err()).startsWith("Clients still write to tenant " + tenant.id());
            });
            writer.rollback();
        }
        assertThat(counts(tenant).get(table)).isEqualTo(1);
        assertThat(Sql.list("select 1 from api_keys where tenant_id = ? and revoked_at is null", tenant.id()))
                .isEmpty();
        assertThat(commands.line(delete).exitCode()).isZero();
        assertThat(counts(tenant).values()).containsOnly(0);
    }

    /** The import would reject every line, or import the users into the next tenant with this id. */
    @Test
    void deletesNoTenantDuringAnImport() throws Exception {
        Tenant tenant = filled();
        Map<String, Integer> before = counts(tenant);
        String delete = "tenant delete %s --confirm %1$s".formatted(tenant.id());
        try (Connection importing = TestDatabase.connect()) {
            new Tenants(importing).lock(tenant.id());
            assertThat(commands.line(delete))
                    .isEqualTo(failed("An import into tenant " + tenant.id() + ", or its deletion, is running."));
            assertThat(counts(tenant)).isEqualTo(before);
        }
        assertThat(commands.line(delete).exitCode()).isZero();
    }

    /** The trigger stands for a client whose event is committed after the events were deleted. */
    @Test
    void deletesNoTenantWithAnEventThatCameLast() {
        Tenant tenant = filled();
        String delete = "tenant delete %s --confirm %1$s".formatted(tenant.id());
        Sql.run(
                "create function add_event() returns trigger language plpgsql as $$ begin"
                        + " insert into events (tenant_id, occurred_at, type) values (old.tenant_id, now(), 'key.created'); return old; end $$");
        Sql.run("create trigger add_event before delete on tenants for each row when (old.tenant_id = '" + tenant.id()
                + "') execute function add_event()");
        try {
            assertThat(commands.line(delete).err()).startsWith("Clients still write to tenant " + tenant.id());
        } finally {
            Sql.run("drop function add_event cascade");
        }
        assertThat(counts(tenant).get("tenants")).isEqualTo(1);
        assertThat(commands.line(delete).exitCode()).isZero();
    }

    /** A tenant with rows in every table: five users with three sessions and an address each, in one group. */
    private static Tenant filled() {
        Tenant tenant = Tenant.create();
        tenant.group("staff");
        IntStream.range(0, 5).forEach(_ -> {
            String user = tenant.user();
            IntStream.range(0, 3).forEach(number -> tenant.session(user, "session-" + number));
            tenant.blocked(user, "192.0.2.1");
            tenant.username(user, user);
            tenant.identity(user, "google", user);
            tenant.email(user, user + "@example.com", true);
            tenant.phone(user, "+358" + user);
            Sql.run("insert into group_members values (?, ?, 'staff', now())", tenant.id(), user);
        });
        Sql.run("insert into events (tenant_id, occurred_at, type) values (?, now(), 'tenant.created')", tenant.id());
        Sql.run("insert into purged_events values (?, '1', 1)", tenant.id());
        Sql.run("insert into idempotency_keys values (?, 'k', 'i', now(), '', '')", tenant.id());
        Sql.run("insert into deliveries values (?, 'https://example.com/events', '1', 1, null, null)", tenant.id());
        tenant.stream("stream");
        Sql.run("insert into import_progress values (?, 'file', 1, 0, 0)", tenant.id());
        return tenant;
    }

    /** The number of the tenant's rows in every table. */
    private static Map<String, Integer> counts(Tenant tenant) {
        return Snapshot.tables().stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        table -> Integer.valueOf(
                                Sql.value("select count(*) from " + table + " where tenant_id = ?", tenant.id()))));
    }

    private static Outcome done(String line) {
        return new Outcome(0, line + System.lineSeparator(), "");
    }

    private static Outcome failed(String line) {
        return new Outcome(1, "", line + System.lineSeparator());
    }
}
