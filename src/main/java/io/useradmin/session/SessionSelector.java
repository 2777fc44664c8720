package io.useradmin.session;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the sessions of a tenant to revoke: those of users who match all given criteria, if the session meets the
 * condition.
 *
 * @param userIds empty for those of all users
 * @param groupId whose members
 * @param exceptUserIds whose sessions stay
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

    /** Whether it means every session of the tenant but those of the users who are excepted. */
    public boolean isUnlimited() {
        return userIds.isEmpty()
                && groupId.isEmpty()
                && condition.words().findAny().isEmpty();
    }

    /** The names of the given members, for the audit log. */
    public String words() {
        return Stream.of(
                        Stream.of("user_ids").filter(_ -> !userIds.isEmpty()),
                        groupId.map("group_id="::concat).stream(),
                        condition.words(),
                        Stream.of("except_user_ids").filter(_ -> !exceptUserIds.isEmpty()))
                .flatMap(each -> each)
                .collect(Collectors.joining(" "));
    }

    /** The text that identifies it in cursors. */
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
