package io.useradmin.session;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the sessions of a tenant to revoke: the sessions that meet the condition, of users who match all given criteria.
 *
 * @param userIds only these users; empty means all users
 * @param groupId only members of this group
 * @param exceptUserIds users whose sessions stay
 */
public record SessionSelector(
        String tenantId,
        List<String> userIds,
        Optional<String> groupId,
        SessionCondition condition,
        List<String> exceptUserIds) {
    public SessionSelector {
        userIds = List.copyOf(userIds);
        exceptUserIds = List.copyOf(exceptUserIds);
    }

    /** Whether it selects all sessions of the tenant, except those of excepted users. */
    public boolean isUnlimited() {
        return userIds.isEmpty() && groupId.isEmpty() && condition.isNone();
    }

    /** The given members as text for the audit log. */
    public String words() {
        return Stream.of(
                        Stream.of("user_ids").filter(_ -> !userIds.isEmpty()),
                        groupId.map("group_id="::concat).stream(),
                        condition.words(),
                        Stream.of("except_user_ids").filter(_ -> !exceptUserIds.isEmpty()))
                .flatMap(each -> each)
                .collect(Collectors.joining(" "));
    }

    /** The values that identify the selector in cursors. */
    List<String> identity() {
        return Stream.of(
                        Stream.of("sessions", tenantId, groupId.orElse("")),
                        condition.identity(),
                        Stream.of(Integer.toString(userIds.size())),
                        userIds.stream().sorted(),
                        exceptUserIds.stream().sorted())
                .flatMap(each -> each)
                .toList();
    }
}
