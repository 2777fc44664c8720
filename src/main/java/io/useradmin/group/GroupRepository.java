package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.audit.EventInsert;
import io.useradmin.audit.EventSql;
import io.useradmin.audit.EventType;
import io.useradmin.database.DirectStatements;
import io.useradmin.database.ListStatement;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Counting;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TenantNode;
import io.useradmin.shared.TotalCount;
import io.vertx.sqlclient.Row;
import jakarta.inject.Singleton;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The table of groups. Reads go {@linkplain DirectStatements straight to the read connections}; writes join the caller's session.
 */
@Singleton
class GroupRepository {
    /** Native SQL, because HQL's {@code insert ... on conflict do update} does not return whether it inserted. */
    private static final String PUT = EventSql.begin()
            + """
            , given as (
                select *
                  from jsonb_to_record(cast(cast(:document as text) as jsonb)) as entry (name text, description text)
            ), %s, inserted as (
                insert into groups (tenant_id, group_id, name, description, created_at)
                select node.tenant, :group, name, description, :now from %s, given
                 where not exists (select 1 from known)
                    on conflict do nothing
                returning cast(null as text[]) as changed
            ), event as (
            """.formatted(GroupSql.update(":tenant", ":group"), TenantNode.row())
            + EventInsert.of(EventSql.choice("changed is null", EventType.GROUP_CREATED, EventType.GROUP_UPDATED))
                    .group(":group")
                    .changed("changed")
                    .from("(select changed from updated union all select changed from inserted) as written")
                    .query()
            + """
            )
            select created, (select event_id from event) as event_id
              from (select false as created from known union all select true from inserted) as put
            """;

    /**
     * Locks the group first: a {@code delete} would get its xid before it waits for the new memberships of others. Then the feed would
     * have these after the deletion.
     */
    private static final String REMOVE = EventSql.begin()
            + """
            , locked as materialized (
                select group_id from groups where tenant_id = :tenant and group_id = :group for update
            ), removed as (
                delete from groups where tenant_id = :tenant and group_id = :group and exists (select from locked)
                returning group_id
            )"""
            + EventInsert.of(EventType.GROUP_DELETED)
                    .group("group_id")
                    .from("removed")
                    .end();

    private static final String COLUMNS = "select g.group_id, g.name, g.description";
    private static final String OF_TENANT = " from groups g where g.tenant_id = $1";
    private static final ListStatement LIST =
            new ListStatement(COLUMNS, OF_TENANT, OF_TENANT + " order by g.group_id", "g.group_id");

    private final DirectStatements direct;
    private final JsonText json;

    GroupRepository(DirectStatements direct, JsonText json) {
        this.direct = direct;
        this.json = json;
    }

    /**
     * Inserts or replaces a group in one statement. Returns whether the group is new. Empty if another transaction has just
     * inserted it; then repeat it.
     */
    Uni<Optional<Boolean>> put(String tenantId, String groupId, GroupInput input, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(PUT, Tuple.class)
                        .setParameter("tenant", tenantId)
                        .setParameter("group", groupId)
                        .setParameter("document", json.of(input))
                        .setParameter("now", now)
                        .setParameter("author", author.columns(now))
                        .getSingleResultOrNull())
                .map(row -> Optional.ofNullable(row).map(put -> {
                    author.events().add(put.get("event_id", String.class));
                    return put.get("created", Boolean.class);
                }));
    }

    /** The group; fails with {@link ProblemType#GROUP_NOT_FOUND}. */
    Uni<Group> read(String tenantId, String groupId) {
        return direct.read(COLUMNS + OF_TENANT + " and g.group_id = $2", List.of(tenantId, groupId))
                .map(rows -> rows.stream()
                        .findFirst()
                        .map(GroupRepository::group)
                        .orElseThrow(() -> ProblemException.notFound(ProblemType.GROUP_NOT_FOUND)));
    }

    /** A page of groups, with one more element if there is one. Past the end, the page is empty and has no count. */
    Uni<PageResult<Group>> list(String tenantId, PageRequest<GroupSort> page) {
        return direct.page(LIST, page, List.of(tenantId), GroupRepository::group);
    }

    /** The number of groups, up to the limit. */
    Uni<TotalCount> count(String tenantId, Counting counting) {
        return direct.count(LIST, List.of(tenantId), counting);
    }

    /** Deletes the group and, by foreign key, its memberships. Returns whether it existed. */
    Uni<Boolean> remove(String tenantId, String groupId, Instant now, Author author) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(REMOVE, String.class)
                        .setParameter("tenant", tenantId)
                        .setParameter("group", groupId)
                        .setParameter("author", author.columns(now))
                        .getSingleResultOrNull())
                .invoke(author.events()::add)
                .map(eventId -> eventId != null);
    }

    private static Group group(Row row) {
        return new Group(row.getString("group_id"), row.getString("name"), row.getString("description"));
    }
}
