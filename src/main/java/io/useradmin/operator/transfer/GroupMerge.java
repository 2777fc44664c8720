package io.useradmin.operator.transfer;

import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.transfer.Line.GroupLine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** Writes a group as its line says, with the event of what that changes. */
final class GroupMerge {
    /** A group that is there was created when it was, whatever a line says. */
    private static final String MERGE = """
            with given as (
                select cast(? as text) as tenant_id, cast(? as text) as group_id, cast(? as text) as name,
                       cast(? as text) as description, cast(? as timestamptz) as created_at,
                       cast(? as timestamptz) as now
            ), known as (
                select g.name, g.description from groups g, given
                 where g.tenant_id = given.tenant_id and g.group_id = given.group_id
                   for update of g
            ), merged as (
                insert into groups as g (tenant_id, group_id, name, description, created_at)
                select tenant_id, group_id, name, description, created_at from given
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
            """.formatted(
                    EventSql.choice("exists (select from known)", EventType.GROUP_UPDATED, EventType.GROUP_CREATED));

    private GroupMerge() {}

    static void write(Connection connection, String tenant, GroupLine line, Instant now) throws SQLException {
        Jdbc.update(
                connection,
                MERGE,
                tenant,
                line.groupId(),
                line.group().name(),
                line.group().description(),
                line.creationTime().map(Instant::ofEpochSecond).orElse(now),
                now);
    }
}
