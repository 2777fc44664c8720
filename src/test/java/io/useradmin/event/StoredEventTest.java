package io.useradmin.event;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.ResultColumns;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StoredEventTest {
    private static final String READ =
            "select %s from events e left join api_keys k on k.key_id = e.key_id where e.tenant_id = ? order by xid, seq"
                    .formatted(StoredEvent.COLUMNS);

    private final Tenant tenant = Tenant.create();

    @Test
    void hasItsStoredIdAndTime() {
        Sql.run("""
                insert into events (tenant_id, event_id, occurred_at, type, user_id)
                values (?, '019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b', '2026-01-01T14:00:00.120+02:00', 'user.created', 'u1')
                """, tenant.id());

        JsonNode event = Events.last(tenant);
        assertThat(event.get("id").asText()).isEqualTo("019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b");
        assertThat(event.get("source").asText()).isEqualTo("/tenants/" + tenant.id());
        assertThat(event.get("time").asText()).isEqualTo("2026-01-01T12:00:00.120Z");
        as(tenant)
                .get("/api/audit_log")
                .then()
                .body("[0].id", equalTo("019a2b3c-0004-7f60-8a9b-0c1d2e3f4a5b"))
                .body("[0].time", equalTo(1_767_268_800));
    }

    /** One event has all columns filled, the others only some or only the required ones. */
    @Test
    void isTheSameAsInTheFeed() throws Exception {
        Sql.run("""
                insert into events (tenant_id, occurred_at, type, user_id, session_id, group_id, authenticator, ip_address,
                                    target_key_id, key_id, trace_id, actor, reason, selector, changed)
                values (?, '2026-01-01T12:00:00.120Z', 'a', 'ü', 's', 'g', 'google', '2001:db8::1', 't', ?, 'trace', 'actor',
                        'reason', 'session_id', '{/a,/b}'),
                       (?, '2026-01-01T12:00:00Z', 'b', null, null, null, null, null, null, 'unknown', null, null, null, null, '{}'),
                       (?, '2026-01-01T12:00:00Z', 'c', null, null, null, null, null, null, null, null, null, null, null, null)
                """, tenant.id(), ApiKey.parse(tenant.apiKey()).orElseThrow().keyId(), tenant.id(), tenant.id());

        List<StoredEvent> stored;
        try (Connection connection = TestDatabase.connect()) {
            stored = Jdbc.query(
                    connection, READ, row -> StoredEvent.read(new ResultColumns(row), tenant.id()), tenant.id());
        }

        assertThat(stored)
                .hasSize(3)
                .extracting(StoredEvent::json)
                .isEqualTo(
                        Events.feed(tenant, 10).stream().map(Object::toString).toList());
        assertThat(as(tenant).get("/api/events").asString())
                .isEqualTo("["
                        + String.join(
                                ",", stored.stream().map(StoredEvent::json).toList()) + "]");
        assertThat(stored).extracting(StoredEvent::id).doesNotHaveDuplicates();
    }
}
