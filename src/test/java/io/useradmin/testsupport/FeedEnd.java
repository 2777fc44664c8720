package io.useradmin.testsupport;

import io.useradmin.audit.EventSql;
import java.time.Duration;

/** The end of the change feed. Readers see an event only when no older transaction is open. */
public final class FeedEnd {
    private static final String HELD_BACK =
            "select seq from events where tenant_id = ? and xid >= " + EventSql.FEED_END + " limit 1";

    private FeedEnd() {}

    /** Waits until readers see all committed events of a tenant. Older open transactions, such as autovacuum's, hold them back. */
    public static void awaitAll(Tenant tenant) {
        awaitAll(tenant, Await.PATIENCE);
    }

    static void awaitAll(Tenant tenant, Duration patience) {
        Await.until(
                "readers see all events of " + tenant.id(),
                patience,
                () -> Sql.list(HELD_BACK, tenant.id()).isEmpty());
    }
}
