package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Management;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics of how far readers are behind. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EventMetersTest {
    /** A transaction number that no test database reaches. */
    private static final String OF_ANOTHER_CLUSTER = "4000000000000";

    private static final double HOUR = Duration.ofHours(1).toSeconds();

    final Tenant tenant = Tenant.create();

    @Test
    void countEventsThatAnOpenTransactionHoldsBack() throws Exception {
        Await.until("no event is held back", () -> value("useradmin_events_behind", "feed") == 0);
        assertThat(value("useradmin_events_lag_seconds", "feed")).isZero();
        try (Connection open = TestDatabase.begin()) {
            Jdbc.update(open, "select pg_current_xact_id()");
            insert("2 hours");
            insert("1 hour");

            Await.until("two events are held back", () -> value("useradmin_events_behind", "feed") == 2);
            assertThat(value("useradmin_events_lag_seconds", "feed")).isBetween(2 * HOUR, 3 * HOUR);
            assertThat(value("useradmin_events_oldest_age_seconds", "")).isGreaterThanOrEqualTo(2 * HOUR);
            assertThat(Events.feedNow(tenant, 10)).isEmpty();
        }
        Await.until("no event is held back", () -> value("useradmin_events_behind", "feed") == 0);
        assertThat(value("useradmin_events_lag_seconds", "feed")).isZero();
    }

    @Test
    void countUndeliveredEvents() throws Exception {
        insert("2 hours");
        insert("1 hour");
        insert(Tenant.create(), "9 hours");
        double others = value("useradmin_events_behind", "deliver");
        double lagOfOthers = value("useradmin_events_lag_seconds", "deliver");
        String target = "https://" + tenant.id();
        Sql.run("insert into deliveries (tenant_id, target, xid, seq) values (?, ?, '0', 0)", tenant.id(), target);

        Await.until("two events are behind", () -> value("useradmin_events_behind", "deliver") == others + 2);
        assertThat(value("useradmin_events_lag_seconds", "deliver"))
                .isBetween(2 * HOUR, Math.max(3 * HOUR, lagOfOthers + HOUR));

        Sql.run("""
                update deliveries d set xid = e.xid, seq = e.seq
                  from (select xid, seq from events where tenant_id = ? order by xid desc, seq desc limit 1) as e
                 where d.target = ?
                """, tenant.id(), target);
        Await.until("all events are delivered", () -> value("useradmin_events_behind", "deliver") == others);

        Sql.run("update deliveries set xid = '0' where target = ?", target);
        Await.until("two events are behind", () -> value("useradmin_events_behind", "deliver") == others + 2);
        Sql.run("update deliveries set xid = pg_snapshot_xmin(pg_current_snapshot()) where target = ?", target);
        Await.until("all events are delivered", () -> value("useradmin_events_behind", "deliver") == others);
        Sql.run("update deliveries set xid = cast(? as xid8) where target = ?", OF_ANOTHER_CLUSTER, target);
        Await.until("two events are behind", () -> value("useradmin_events_behind", "deliver") == others + 2);
        assertThat(value("useradmin_events_lag_seconds", "deliver")).isGreaterThanOrEqualTo(2 * HOUR);
        Sql.run("delete from deliveries where target = ?", target);
        Await.until("no reader is behind", () -> value("useradmin_events_behind", "deliver") == others);
    }

    @Test
    void countUpToALimit() throws Exception {
        Sql.run(
                "insert into events (tenant_id, occurred_at, type)"
                        + " select ?, now(), 'user.created' from generate_series(1, ?)",
                tenant.id(),
                BacklogRepository.MOST_COUNTED + 1);
        for (int target = 0; target < 2; target++) {
            Sql.run(
                    "insert into deliveries (tenant_id, target, xid, seq) values (?, ?, '0', 0)",
                    tenant.id(),
                    "https://" + target);
        }

        Await.until(
                "as many are behind",
                () -> value("useradmin_events_behind", "deliver") == BacklogRepository.MOST_COUNTED);

        Sql.run("delete from deliveries where tenant_id = ?", tenant.id());
        Sql.run("delete from events where tenant_id = ?", tenant.id());
    }

    /** The purge deletes responses after a day. So this age shows that it does not run, long before the oldest event does. */
    @Test
    void showTheAgeOfTheOldestStoredResponse() throws Exception {
        double before = value("useradmin_stored_responses_oldest_age_seconds", "");
        double age = Math.max(before, 96 * HOUR) + HOUR;
        Sql.run(
                "insert into idempotency_keys (tenant_id, key_id, idempotency_key, created_at, fingerprint, response)"
                        + " values (?, 'k', 'i', now() - cast(? as interval), '', '')",
                tenant.id(),
                age + " seconds");

        Await.until(
                "the response is the oldest", () -> value("useradmin_stored_responses_oldest_age_seconds", "") >= age);

        Sql.run("delete from idempotency_keys where tenant_id = ?", tenant.id());
        Await.until("it is deleted", () -> value("useradmin_stored_responses_oldest_age_seconds", "") < age);
    }

    /** Other requests must not query the database for these metrics. */
    @Test
    void askTheDatabaseOnlyWhenScraped() throws Exception {
        Sql.run("create extension if not exists pg_stat_statements");
        Await.until("a scrape has queried", () -> value("useradmin_events_behind", "feed") >= 0 && queries() > 0);
        long before = queries();
        for (int request = 0; request < 20; request++) {
            as(tenant).get("/api/events").then().statusCode(200);
        }
        assertThat(queries()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"PT0.001S, PT1S", "PT0.01S, PT1S", "PT0.14S, PT14S", "PT0.16S, PT15S", "PT4S, PT15S"})
    void areUsedTheLongerTheMoreTheyCost(Duration cost, Duration use) {
        assertThat(EventMeters.reuse(cost)).isEqualTo(use);
    }

    private static long queries() {
        return Long.parseLong(Sql.value(
                "select coalesce(sum(calls), 0) from pg_stat_statements where query like '%held_back_seconds%'"
                        + " and query not like '%pg_stat_statements%'"));
    }

    private void insert(String age) {
        insert(tenant, age);
    }

    private static void insert(Tenant owner, String age) {
        Sql.run(
                "insert into events (tenant_id, occurred_at, type, user_id)"
                        + " values (?, now() - cast(? as interval), 'user.created', 'u')",
                owner.id(),
                age);
    }

    private static double value(String metric, String reader) {
        String label = reader.isEmpty() ? "[^}]*" : ".*reader=\"" + reader + "\".*";
        Matcher line = Pattern.compile("(?m)^" + metric + "(?:\\{" + label + "})? (\\S+)$")
                .matcher(Management.get("/q/metrics").asString());
        assertThat(line.find()).as(metric).isTrue();
        return Double.parseDouble(line.group(1));
    }
}
