package io.useradmin.database.replica;

import io.useradmin.database.RowColumns;
import io.useradmin.shared.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/**
 * A position in the write-ahead log (WAL). Positions can be compared only within one history: the same cluster and timeline.
 *
 * @param system the system identifier of the cluster
 * @param timeline the timeline; promoting a standby begins another one
 * @param lsn the log sequence number, a byte position
 */
public record WalPosition(long system, long timeline, long lsn) {
    /**
     * Reads the position of the primary: the end of its last record. All earlier commits are before that position, even if they are
     * not yet on disk. It fails on a standby. PostgreSQL knows where the next record will begin. If that is on a new page, it is
     * after the page header, which has 40 bytes at the start of a segment and otherwise 24. A standby that has replayed everything
     * is before this header. No record ends right after one.
     */
    public static final String OF_PRIMARY = """
            select system_identifier as system,
                   ('x' || left(file_name, 8))::bit(32)::bigint as timeline,
                   (next - '0/0')::bigint - case when file_offset = 40 then 40
                                                 when file_offset % current_setting('wal_block_size')::integer = 24 then 24
                                                 else 0
                                            end as lsn
              from pg_control_system(), pg_current_wal_insert_lsn() as next, pg_walfile_name_offset(next)
            """;

    private static final String BYTE_OF_STANDBY =
            "case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::bigint end as lsn";

    /** Reads the byte up to which a standby has replayed. It is null after a promotion. */
    static final String REPLAYED_BYTE = "select " + BYTE_OF_STANDBY;

    /**
     * Reads the position that a standby has replayed: cluster, timeline, and byte as in {@link #REPLAYED_BYTE}. Each
     * source of the timeline can be late, so the greatest counts. Only a role with pg_read_all_stats can read the last source. It may
     * be ahead of the replay, but the byte is not.
     */
    public static final String OF_STANDBY = """
            select (select system_identifier from pg_control_system()) as system,
                   greatest((select timeline_id from pg_control_checkpoint()),
                            (select min_recovery_end_timeline from pg_control_recovery()),
                            (select max(received_tli) from pg_stat_wal_receiver))::bigint as timeline,
                   %s
            """.formatted(BYTE_OF_STANDBY);

    /** The position of {@code primary} now. */
    static Future<WalPosition> ofPrimary(SqlClient primary) {
        return primary.preparedQuery(OF_PRIMARY)
                .execute()
                .map(rows -> read(new RowColumns(rows.iterator().next())).orElseThrow());
    }

    /** The position in a row of {@link #OF_PRIMARY} or {@link #OF_STANDBY}; empty if the byte is null. */
    public static Optional<WalPosition> read(Columns row) {
        return Optional.ofNullable(row.get("lsn", Long.class))
                .map(lsn ->
                        new WalPosition(row.required("system", Long.class), row.required("timeline", Long.class), lsn));
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
