package io.useradmin.operator.transfer;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.NamedParameters;
import io.useradmin.group.GroupSql;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.operator.transfer.Line.GroupLine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the group of a line, with the event of the change. */
final class GroupMerge {
    /** An existing group keeps its creation time. Returns nothing if another transaction has just inserted the group. */
    private static final String MERGE = NamedParameters.of(
                    "tenant", "group", "name", "description", "created_at", "now")
            .number("""
            with given as (
                select cast(:tenant as text) as tenant_id, cast(:group as text) as group_id, cast(:name as text) as name,
                       cast(:description as text) as description, cast(:created_at as timestamptz) as created_at,
                       cast(:now as timestamptz) as now
            ), %s, inserted as (
                insert into groups (tenant_id, group_id, name, description, created_at)
                select tenant_id, group_id, name, description, created_at from given
                 where not exists (select from known)
                    on conflict do nothing
                returning cast(null as text[]) as changed
            ), event as (
                insert into events (tenant_id, occurred_at, group_id, type, changed)
                select tenant_id, now, group_id, %s, changed
                  from given, (select changed from updated union all select changed from inserted) as written
            )
            select true from known union all select true from inserted
            """.formatted(
                            GroupSql.update(":tenant", ":group"),
                            EventSql.choice("changed is null", EventType.GROUP_CREATED, EventType.GROUP_UPDATED)));

    private GroupMerge() {}

    static void write(Connection connection, String tenant, GroupLine line, Instant now) throws SQLException {
        List<@Nullable Object> values = Arrays.asList(
                tenant,
                line.groupId(),
                line.group().name(),
                line.group().description(),
                line.creationTime().map(Instant::ofEpochSecond).orElse(now),
                now);
        boolean isWritten = false;
        while (!isWritten) {
            isWritten = !ServiceStatement.query(connection, MERGE, _ -> true, values)
                    .isEmpty();
        }
    }
}
