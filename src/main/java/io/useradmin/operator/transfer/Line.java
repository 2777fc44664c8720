package io.useradmin.operator.transfer;

import io.useradmin.blockedip.AccessInput;
import io.useradmin.group.GroupInput;
import io.useradmin.profile.UserInput;
import io.useradmin.session.SessionInput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A line of an import that was read and found good. */
sealed interface Line {
    /** Where it stands in the file, from 1. */
    long number();

    /**
     * A user with what belongs to it. The profile replaces what is there; what is listed is added to what is there, so that a
     * user whose sessions are many can come in several lines.
     *
     * @param sessions by their identifiers
     * @param accesses by their addresses
     * @param groups by their identifiers, each with the second since when the user is a member, where that is told
     */
    record UserLine(
            long number,
            String userId,
            UserInput profile,
            Map<String, SessionInput> sessions,
            Map<String, AccessInput> accesses,
            Map<String, Optional<Long>> groups)
            implements Line {

        /** The same with what another line lists of the same user, whose word counts where both speak of one thing. */
        UserLine with(UserLine other) {
            return new UserLine(
                    number,
                    userId,
                    profile,
                    union(sessions, other.sessions),
                    union(accesses, other.accesses),
                    union(groups, other.groups));
        }

        private static <T> Map<String, T> union(Map<String, T> first, Map<String, T> last) {
            Map<String, T> union = new LinkedHashMap<>(first);
            union.putAll(last);
            return union;
        }
    }

    /**
     * A group, which has to come before its members.
     *
     * @param creationTime in seconds since the Unix epoch, where that is told
     */
    record GroupLine(long number, String groupId, GroupInput group, Optional<Long> creationTime) implements Line {}
}
