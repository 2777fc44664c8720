package io.useradmin.testsupport;

import io.useradmin.audit.EventSql;
import io.useradmin.operator.jdbc.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.postgresql.PGConnection;

/** Holds locks in the database, and waits for conflicts. */
public final class Locks {
    private static final String WAITING = "select pid from pg_stat_activity"
            + " where wait_event_type = 'Lock' and application_name = 'vertx-pg-client'";

    private static final String USER = "select " + EventSql.lock("?", "?");

    private Locks() {}

    /** Takes the lock of a user until the transaction of {@code holder} ends. */
    public static void takeUser(Connection holder, String tenant, String user) throws SQLException {
        Jdbc.update(holder, USER, tenant, user);
    }

    /** Runs the calls at once: all of them wait for the user's lock before one gets it. Returns their results. */
    public static <T> List<T> callTogether(Tenant tenant, String user, List<Supplier<T>> calls) throws Exception {
        List<CompletableFuture<T>> running;
        try (Connection holder = TestDatabase.begin()) {
            takeUser(holder, tenant.id(), user);
            running = calls.stream().map(Concurrently::begin).toList();
            awaitWaiting(calls.size());
            holder.commit();
        }
        return running.stream().map(CompletableFuture::join).toList();
    }

    /** Waits until this many backends of the service wait for a lock. */
    public static void awaitWaiting(int count) {
        Await.until(count + " backends wait for a lock", () -> Sql.list(WAITING).size() == count);
    }

    /** Waits until another backend is blocked by {@code holder}. Returns its process id. */
    public static int awaitBlockedBy(Connection holder) throws Exception {
        int pid = holder.unwrap(PGConnection.class).getBackendPID();
        List<String> waiting = new ArrayList<>();
        Await.until(
                "another backend is blocked",
                () -> waiting.addAll(
                        Sql.list("select pid from pg_stat_activity where ? = any(pg_blocking_pids(pid))", pid)));
        return Integer.parseInt(waiting.getFirst());
    }
}
