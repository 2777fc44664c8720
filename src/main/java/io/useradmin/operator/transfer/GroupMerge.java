package io.useradmin.operator.transfer;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.operator.transfer.Line.GroupLine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;

/** Writes the group of a line, with the event of the change. */
final class GroupMerge {
    /**
     * An existing group keeps its creation time. {@code merged} reads {@code known} first, because {@code for update} leaves out rows
     * that the same statement has changed.
     */
    private static final String MERGE = """
            with given as (
                select cast($1 as text) as tenant_id, cast($2 as text) as group_id, cast($3 as text) as name,
                       cast($4 as text) as description, cast($5 as timestamptz) as created_at,
                       cast($6 as timestamptz) as now
            ), known as (
                select name, description from groups where tenant_id = $1 and group_id = $2 for update
            ), merged as (
                insert into groups as g (tenant_id, group_id, name, description, created_at)
                select tenant_id, group_id, name, description, created_at from given where (select count(*) from known) >= 0
                    on conflict (tenant_id, group_id) do update
                   set name = excluded.name, description = excluded.description
                 where (g.name, g.description) is distinct from (excluded.name, excluded.description)
                returning 1
            )
            insert into events (tenant_id, occurred_at, group_id, type, changed)
            select tenant_id, now, group_id,
                   %s,
                   (select array_remove(array[
                               case when known.name <> given.name then '/name' end,
                               case when known.description is distinct from given.description then '/description' end],
                               null)
                      from known)
              from given, merged
            returning true
            """.formatted(
                    EventSql.choice("exists (select from known)", EventType.GROUP_UPDATED, EventType.GROUP_CREATED));

    private GroupMerge() {}

    static void write(Connection connection, String tenant, GroupLine line, Instant now) throws SQLException {
        ServiceStatement.query(
                connection,
                MERGE,
                _ -> true,
                Arrays.asList(
                        tenant,
                        line.groupId(),
                        line.group().name(),
                        line.group().description(),
                        line.creationTime().map(Instant::ofEpochSecond).orElse(now),
                        now));
    }
}
