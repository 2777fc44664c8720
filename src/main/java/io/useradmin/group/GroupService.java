package io.useradmin.group;

import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.problem.OptimisticRetry;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.UserReader;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/** The rules for groups and memberships. */
@ApplicationScoped
class GroupService {
    private final GroupRepository groups;
    private final MembershipRepository memberships;
    private final UserReader users;
    private final Clock clock;

    GroupService(GroupRepository groups, MembershipRepository memberships, UserReader users, Clock clock) {
        this.groups = groups;
        this.memberships = memberships;
        this.users = users;
        this.clock = clock;
    }

    /** Creates or replaces a group; its members stay. Returns whether the group is new. */
    @WithSession
    Uni<Boolean> put(String tenantId, String groupId, GroupInput input, Author author) {
        return OptimisticRetry.run(() -> groups.put(tenantId, groupId, input, clock.instant(), author));
    }

    /** The group; {@link ProblemType#GROUP_NOT_FOUND}. */
    Uni<Group> read(String tenantId, String groupId) {
        return groups.read(tenantId, groupId);
    }

    /** The groups of a tenant. */
    Uni<ListPage<Group>> list(String tenantId, PageRequest<GroupSort> page) {
        return groups.list(tenantId, page)
                .flatMap(found -> found.orIfEmpty(
                        () -> groups.count(tenantId, page.counting()).map(PageResult::empty)))
                .map(found -> ListPage.of(page, found));
    }

    /** The groups of a user; {@link ProblemType#USER_NOT_FOUND}. */
    Uni<ListPage<Membership>> list(UserKey user, PageRequest<MembershipSort> page) {
        return memberships
                .list(user, page)
                .flatMap(found -> found.orIfEmpty(
                        () -> users.emptyPage(user, page, () -> memberships.count(user, page.counting()))))
                .map(found -> ListPage.of(page, found));
    }

    /** The membership of a user in a group; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#MEMBERSHIP_NOT_FOUND}. */
    Uni<Membership> read(UserKey user, String groupId) {
        return users.require(user, memberships.find(user, groupId), ProblemType.MEMBERSHIP_NOT_FOUND);
    }

    /** Adds the user to the group; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#GROUP_NOT_FOUND}. */
    Uni<Void> assign(UserKey user, String groupId, Author author) {
        return memberships.assign(user, groupId, clock.instant(), author);
    }

    /** Deletes the group and its memberships; {@link ProblemType#GROUP_NOT_FOUND}. */
    @WithSession
    Uni<Void> delete(String tenantId, String groupId, Author author) {
        return groups.remove(tenantId, groupId, clock.instant(), author)
                .invoke(deleted -> ProblemException.requireFound(deleted, ProblemType.GROUP_NOT_FOUND))
                .replaceWithVoid();
    }

    /** Removes the user from the group; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#MEMBERSHIP_NOT_FOUND}. */
    @WithSession
    Uni<Void> remove(UserKey user, String groupId, Author author) {
        return users.requireFound(
                user, memberships.remove(user, groupId, clock.instant(), author), ProblemType.MEMBERSHIP_NOT_FOUND);
    }
}
