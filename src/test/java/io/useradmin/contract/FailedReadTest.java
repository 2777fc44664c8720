package io.useradmin.contract;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A failed read never looks like an empty list, a short list or a missing user, whatever error PostgreSQL reports. The
 * SQLSTATEs are those of {@link FailedCommitTest}. The error comes after the first rows.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class FailedReadTest {
    private final Tenant tenant = Tenant.create();
    private final String user = tenant.user();

    @BeforeEach
    void fill() {
        for (int number = 1; number <= 3; number++) {
            tenant.session(user, "session-" + number);
        }
    }

    @AfterEach
    void readAgain() {
        if (!Sql.list("select to_regclass('real_sessions')").contains(null)) {
            Sql.run("drop view if exists sessions");
            Sql.run("alter table real_sessions rename to sessions");
            Sql.run("drop function fail_read(text)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"57P01", "57P05", "25P03", "XX000"})
    void isNoShortList(String state) {
        String all = "/api/users/{user}/sessions";
        String last = all + "/session-3";
        as(tenant).get(all, user).then().statusCode(200).body("sessions", hasSize(3));
        failAtTheLastSession(state);

        int expected = state.equals("XX000") ? 500 : 503;
        List<String> connections = connections();
        assertThat(as(tenant).get(all, user).statusCode()).isEqualTo(expected);
        assertThat(as(tenant).get(last, user).statusCode()).isEqualTo(expected);
        assertThat(as(tenant).head(all, user).statusCode()).isEqualTo(expected);

        as(tenant).get(all + "/session-1", user).then().statusCode(200);
        assertThat(connections).isNotEmpty();
        assertThat(openConnections())
                .as("the connections stay open, because other requests use them")
                .containsAll(connections);
        readAgain();
        as(tenant).get(all, user).then().statusCode(200).body("sessions", hasSize(3));
    }

    /** The connection that has just read sessions. The idle timeout may have closed others. */
    private static List<String> connections() {
        return Sql.list(
                "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
                        + " and query like '% from sessions%' order by state_change desc limit 1");
    }

    private static List<String> openConnections() {
        return Sql.list("select pid from pg_stat_activity");
    }

    /** The statements stay the same: PostgreSQL plans them again when a name in them means another object. */
    private void failAtTheLastSession(String state) {
        Sql.run("create function fail_read(session text) returns boolean language plpgsql as $$ begin"
                + " if session = 'session-3' then raise exception 'a test' using errcode = '" + state + "'; end if;"
                + " return true; end $$");
        Sql.run("alter table sessions rename to real_sessions");
        Sql.run("create view sessions as select * from real_sessions where tenant_id <> '" + tenant.id()
                + "' or fail_read(session_id)");
    }
}
