package io.useradmin.operator.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.event.StoredEvent;
import io.useradmin.testsupport.FeedEnd;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveriesTest {
    private final Tenant tenant = Tenant.create();

    /** One event can name 100 members, each with a name of several kilobytes. A page of 500 such events would need a gigabyte. */
    @Test
    void readsFewLargeEventsAtOnce() throws Exception {
        Sql.run("""
                insert into events (tenant_id, occurred_at, type, user_id, changed)
                select ?, now(), 'user.updated', 'u', array[repeat('x', 400000)] from generate_series(1, 7)
                """, tenant.id());
        FeedEnd.awaitAll(tenant);
        List<Integer> pages = new ArrayList<>();
        try (Connection connection = TestDatabase.connect()) {
            var deliveries = new Deliveries(connection, tenant.id(), Target.parse("https://example.com/", false));
            deliveries.begin(false);
            for (List<StoredEvent> page = deliveries.next(500); !page.isEmpty(); page = deliveries.next(500)) {
                pages.add(page.size());
                deliveries.delivered(page.getLast(), Instant.now());
            }
        }

        assertThat(pages).containsExactly(3, 3, 1);
    }
}
