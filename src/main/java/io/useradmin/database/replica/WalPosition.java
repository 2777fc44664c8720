package io.useradmin.database.replica;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;

/**
 * A position in the write-ahead log (WAL). Positions can be compared only within one history: the same cluster and timeline.
 *
 * @param system the system identifier of the cluster
 * @param timeline the timeline; promoting a standby begins another one
 * @param lsn the log sequence number, a byte position
 */
public record WalPosition(long system, long timeline, long lsn) {
    /**
     * Reads the position of the primary. All earlier commits are before that position, even if they are not yet on disk. It fails
     * on a standby.
     */
    public static final String OF_PRIMARY = """
            select system_identifier as system,
                   ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as timeline,
                   (pg_current_wal_insert_lsn() - '0/0')::bigint as lsn
              from pg_control_system()
            """;

    /**
     * Reads the position that a standby has replayed: cluster, timeline and byte. The byte is null after a promotion. Each source
     * of the timeline can be late, so the greatest counts. Only a role with pg_read_all_stats can read the last source. It may be
     * ahead of the replay, but the byte is not.
     */
    public static final String OF_STANDBY = """
            select (select system_identifier from pg_control_system()) as system,
                   greatest((select timeline_id from pg_control_checkpoint()),
                            (select min_recovery_end_timeline from pg_control_recovery()),
                            (select max(received_tli) from pg_stat_wal_receiver))::bigint as timeline,
                   case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as lsn
            """;

    /** The position of {@code primary} now. */
    static Future<WalPosition> ofPrimary(SqlClient primary) {
        return primary.preparedQuery(OF_PRIMARY).execute().map(rows -> {
            Row row = rows.iterator().next();
            return new WalPosition(row.getLong("system"), row.getLong("timeline"), row.getLong("lsn"));
        });
    }

    /** Whether both have the same history. */
    public boolean isComparable(WalPosition other) {
        return system == other.system && timeline == other.timeline;
    }

    /** Whether everything before {@code other} is also before this position. False if they cannot be compared. */
    public boolean covers(WalPosition other) {
        return isComparable(other) && Long.compareUnsigned(lsn, other.lsn) >= 0;
    }

    /** The same history at another byte. */
    WalPosition at(long byteOfLog) {
        return new WalPosition(system, timeline, byteOfLog);
    }
}
