package io.useradmin.database.replica;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/**
 * A position in the write-ahead log. Positions can be compared only within one history: the same cluster and timeline.
 *
 * @param system the system identifier of the cluster
 * @param timeline the timeline; a promoted standby begins another one
 * @param lsn the byte of the log
 */
record WalPosition(long system, long timeline, long lsn) {
    /**
     * Asks the primary where it is. Everything that was committed before is before that position, also if it is not yet on the disk. It fails on
     * a standby.
     */
    static final String OF_PRIMARY = """
            select system_identifier as system,
                   ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as timeline,
                   (pg_current_wal_insert_lsn() - '0/0')::bigint as lsn
              from pg_control_system()
            """;

    /** The response to {@link #OF_PRIMARY}. */
    static WalPosition ofPrimary(RowSet<Row> rows) {
        Row row = rows.iterator().next();
        return new WalPosition(row.getLong("system"), row.getLong("timeline"), row.getLong("lsn"));
    }

    /** Whether both are of one history. */
    boolean isComparable(WalPosition other) {
        return system == other.system && timeline == other.timeline;
    }

    /** Whether everything before {@code other} is also before this position. False if they cannot be compared. */
    boolean covers(WalPosition other) {
        return isComparable(other) && Long.compareUnsigned(lsn, other.lsn) >= 0;
    }

    /** The same history at another byte. */
    WalPosition at(long byteOfLog) {
        return new WalPosition(system, timeline, byteOfLog);
    }
}
