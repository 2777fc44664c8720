package io.useradmin.testsupport;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.postgresql.PGConnection;

/** Waits for lock conflicts in the database. */
public final class Locks {
    private static final long PAUSE_MILLIS = 10;

    private Locks() {}

    /** Waits until another backend is blocked by {@code holder}. Returns its process id. */
    public static int awaitBlockedBy(Connection holder) throws SQLException, InterruptedException {
        int pid = holder.unwrap(PGConnection.class).getBackendPID();
        List<String> waiting = List.of();
        while (waiting.isEmpty()) {
            Thread.sleep(PAUSE_MILLIS);
            waiting = Sql.list("select pid from pg_stat_activity where ? = any(pg_blocking_pids(pid))", pid);
        }
        return Integer.parseInt(waiting.getFirst());
    }
}
