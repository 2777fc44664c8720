package io.useradmin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.audit.EventInsert.Source;
import org.junit.jupiter.api.Test;

/** The text of each form of the SQL. StatementsTest runs the statements. */
class EventInsertTest {
    private static final Source DELETED = EventInsert.of(EventType.SESSION_REVOKED)
            .user(":user")
            .session("session_id")
            .selector("'all'")
            .from("deleted");

    @Test
    void endsAStatement() {
        assertThat(DELETED.end()).isEqualTo("""

                insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason,\
                 type, user_id, session_id, selector)
                select a[1], cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'session.revoked', :user, session_id, 'all'
                  from author, deleted
                returning event_id::text as event_id
                """);
    }

    @Test
    void isAQueryOfAStatement() {
        assertThat(DELETED.query()).isEqualTo("""

                insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason,\
                 type, user_id, session_id, selector)
                select node.tenant, cast(a[2] as timestamptz), a[3], a[4], a[5], a[6], 'session.revoked', :user, session_id, 'all'
                  from (select :tenant) as node (tenant), author, deleted
                returning event_id::text as event_id
                """);
    }

    @Test
    void endsADirectStatement() {
        assertThat(DELETED.directEnd()).isEqualTo("""

                insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id,\
                 type, user_id, session_id, selector)
                select :tenant, :occurred_at, :key_id, :trace_id, :actor, :reason, cast(:event_id as uuid),\
                 'session.revoked', :user, session_id, 'all'
                  from deleted
                returning event_id
                """);
    }

    @Test
    void isAQueryOfADirectStatement() {
        String query = """

                insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason, event_id,\
                 type, user_id, session_id, selector)
                select node.tenant, :occurred_at, :key_id, :trace_id, :actor, :reason, cast(:event_id as uuid),\
                 'session.revoked', :user, session_id, 'all'
                  from (select :tenant) as node (tenant), deleted
                """;

        assertThat(DELETED.directQueryWithoutResult()).isEqualTo(query);
        assertThat(DELETED.directQuery()).isEqualTo(query + "returning event_id\n");
        assertThat(DELETED.directQueryWithIds("new_id"))
                .isEqualTo(query.replace("cast(:event_id as uuid)", "new_id") + "returning event_id\n");
    }

    @Test
    void leavesTheIdentifiersToTheTable() {
        assertThat(DELETED.directQueryWithNewIds()).isEqualTo("""

                insert into events as inserted (tenant_id, occurred_at, key_id, trace_id, actor, reason,\
                 type, user_id, session_id, selector)
                select node.tenant, :occurred_at, :key_id, :trace_id, :actor, :reason, 'session.revoked', :user, session_id, 'all'
                  from (select :tenant) as node (tenant), deleted
                """);
    }

    @Test
    void eachColumnHasItsValue() {
        String sql = EventInsert.of("the_type")
                .changed("the_changed")
                .selector("the_selector")
                .ssfStream("the_stream_id")
                .targetKey("the_target_key_id")
                .address("the_ip_address")
                .authenticator("the_authenticator")
                .group("the_group_id")
                .session("the_session_id")
                .user("the_user_id")
                .from("rows")
                .end();

        String columns = sql.substring(sql.indexOf("type"), sql.indexOf(")"));
        assertThat(columns.split(", ")).hasSize(10);
        assertThat(sql).contains(", the_" + columns.replace(", ", ", the_") + "\n");
    }
}
