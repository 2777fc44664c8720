package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import io.useradmin.json.JsonText;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.CountLimit;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.Sort;
import io.useradmin.shared.TotalCount;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;

/** The table of groups. Its methods join the session of whoever calls them. */
@ApplicationScoped
class GroupRepository {
    /** Which groups a list is about: those of a tenant, or those that one of its users is in. */
    record Selection(String tenantId, Optional<String> memberId) {}

    private static final String PUT = """
            with given as (
                select *
                  from jsonb_to_record(cast(cast(:document as text) as jsonb)) as entry (name text, description text)
            ), updated as (
                update groups g set name = given.name, description = given.description
                  from given
                 where g.tenant_id = :tenant and g.group_id = :group
                returning 1
            ), inserted as (
                insert into groups (tenant_id, group_id, name, description, created_at)
                select :tenant, :group, name, description, :now from given
                 where not exists (select 1 from updated)
                    on conflict do nothing
                returning 1
            )
            select false as created from updated
            union all
            select true from inserted
            """;

    private static final String ALL = " from groups g where g.tenant_id = :tenant";
    private static final String OF_MEMBER = " from groups g join group_members m"
            + " on m.tenant_id = g.tenant_id and m.group_id = g.group_id"
            + " where m.tenant_id = :tenant and m.user_id = :user";

    private final JsonText json;
    private final CountLimit counts;

    GroupRepository(JsonText json, CountLimit counts) {
        this.json = json;
        this.counts = counts;
    }

    /**
     * Inserts a group or replaces the one that is there, in one statement, and answers whether there was none; nothing where
     * another insertion was faster, whereupon the statement is to be repeated.
     */
    Uni<Optional<Boolean>> put(String tenantId, String groupId, GroupInput input, Instant now) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(PUT, Boolean.class)
                        .setParameter("tenant", tenantId)
                        .setParameter("group", groupId)
                        .setParameter("document", json.of(input))
                        .setParameter("now", now)
                        .getSingleResultOrNull())
                .map(Optional::ofNullable);
    }

    /** The group; fails with {@link ProblemType#GROUP_NOT_FOUND} where there is none. */
    Uni<Group> read(String tenantId, String groupId) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(
                                "select g.group_id, g.name, g.description" + ALL + " and g.group_id = :group",
                                Tuple.class)
                        .setParameter("tenant", tenantId)
                        .setParameter("group", groupId)
                        .getSingleResultOrNull())
                .onItem()
                .ifNull()
                .failWith(() -> ProblemException.notFound(ProblemType.GROUP_NOT_FOUND))
                .map(GroupRepository::group);
    }

    /** A page of groups, and the group after it where there is one; empty past the end, where nothing tells the count. */
    Uni<PageResult<Group>> list(Selection selection, PageRequest<GroupSort> page) {
        String from = from(selection);
        String query = "select g.group_id, g.name, g.description, (" + counting(selection) + ") as counted" + from
                + " order by " + order(page.sort());
        return Panache.getSession()
                .flatMap(session -> bind(session.createNativeQuery(query, Tuple.class), selection)
                        .setFirstResult(page.offset())
                        .setMaxResults(page.size() + 1)
                        .getResultList())
                .map(rows -> rows.isEmpty()
                        ? PageResult.nothing(TotalCount.NONE)
                        : new PageResult<>(
                                rows.stream().map(GroupRepository::group).toList(),
                                counts.total(rows.getFirst().get("counted", Long.class))));
    }

    /** How many groups are selected, as far as they are counted. */
    Uni<TotalCount> count(Selection selection) {
        return Panache.getSession()
                .flatMap(session -> bind(session.createNativeQuery(counting(selection), Long.class), selection)
                        .getSingleResult())
                .map(counts::total);
    }

    /** Deletes the group and, by the foreign key, who is in it; answers whether there was one. */
    Uni<Boolean> delete(String tenantId, String groupId) {
        return Panache.getSession()
                .flatMap(session -> session.createNativeQuery(
                                "delete from groups where tenant_id = :tenant and group_id = :group")
                        .setParameter("tenant", tenantId)
                        .setParameter("group", groupId)
                        .executeUpdate())
                .map(deleted -> deleted > 0);
    }

    private static String from(Selection selection) {
        return selection.memberId().isPresent() ? OF_MEMBER : ALL;
    }

    private String counting(Selection selection) {
        return "select count(*) from (select 1" + from(selection) + " order by g.group_id limit " + counts.rows()
                + ") as found";
    }

    private static String order(Sort<GroupSort> sort) {
        String direction = sort.ascending() ? " asc" : " desc";
        return sort.key().column() + direction + ", g.group_id" + direction;
    }

    private static <Q extends Mutiny.AbstractQuery> Q bind(Q query, Selection selection) {
        Map<String, Object> parameters = new HashMap<>(Map.of("tenant", selection.tenantId()));
        selection.memberId().ifPresent(user -> parameters.put("user", user));
        parameters.forEach(query::setParameter);
        return query;
    }

    private static Group group(Tuple row) {
        return new Group(
                row.get("group_id", String.class), row.get("name", String.class), row.get("description", String.class));
    }
}
