package io.useradmin.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Slow;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readers of the change feed, and recorded reads, with a standby that lags, but not too much. */
@Slow
class ReplicaFeedIT {
    /** A tail is read every 200 ms, a page after 100 to 300 ms. So there are at most twice as many, and some at the beginning. */
    private static final int TAILS = 15;

    private static final int MOST_PAGES = 2 * TAILS + 10;

    @RegisterExtension
    static final ReplicatedService SERVICE = new ReplicatedService("60s", Map.of("USERADMIN_AUDIT_READS", "true"));

    private final Replicated replicated = SERVICE.replicated();
    private final String user = Replicated.newUser();

    /** The first reader has the position of the primary, so the second is behind it until the standby goes on. */
    @Test
    void aReaderBehindTheOthersWaits() throws Exception {
        replicated.awaitReplayed(replicated.put(user, "before"));
        String cursor = replicated
                .send("GET", "/api/events?size=1000", "")
                .headers()
                .firstValue("X-Next-Cursor")
                .orElseThrow();
        replicated.pauseReplay();
        replicated.put(user, "after");
        CompletableFuture<HttpResponse<String>> ahead = poll("now");
        awaitReaders(1);
        CompletableFuture<HttpResponse<String>> behind = poll(cursor);
        awaitReaders(2);
        long tails = tails();
        long pages = pages();

        Await.until("the tail was read some times", () -> tails() >= tails + TAILS);

        assertThat(pages() - pages).isBetween(1L, (long) MOST_PAGES);
        replicated.resumeReplay();
        assertThat(behind.join().body()).contains("user.public_data.updated");
        replicated.put(user, "later");
        assertThat(ahead.join().body()).contains("user.public_data.updated");
    }

    /** The primary reads the user and inserts the event. The standby does not have the user yet, so it cannot serve the rest. */
    @Test
    void anExportStaysOnThePrimaryAfterItsRecord() throws Exception {
        replicated.putOnPrimary(user, "new");

        assertThat(replicated.send("GET", user + "/export", "").body())
                .contains("new")
                .contains("\"sessions\":[]");
    }

    private CompletableFuture<HttpResponse<String>> poll(String after) {
        return SERVICE.service().begin(replicated.key, "GET", "/api/events?wait=30&after=" + after);
    }

    private void awaitReaders(int readers) throws Exception {
        Await.until(readers + " readers wait", () -> replicated.value("useradmin_events_readers") == readers);
    }

    /** The queries of the standby for pages: only they read this table. */
    private long pages() throws Exception {
        return scans("purged_events");
    }

    private long tails() throws Exception {
        return scans("events") - pages();
    }

    private long scans(String table) throws Exception {
        return Long.parseLong(replicated
                .standby
                .list("select seq_scan + coalesce(idx_scan, 0) from pg_stat_user_tables where relname = '" + table
                        + "'")
                .getFirst());
    }
}
