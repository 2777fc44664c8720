package io.useradmin.operator.transfer;

import io.useradmin.blockedip.AccessInput;
import io.useradmin.group.GroupInput;
import io.useradmin.profile.UserInput;
import io.useradmin.session.SessionInput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A valid line of an import. */
sealed interface Line {
    /** The line number in the file, from 1. */
    long number();

    /**
     * A user with sessions, addresses and memberships. The profile replaces the stored one. The lists are added to the stored
     * ones, so that a user with many sessions can have several lines.
     *
     * @param sessions by their identifiers
     * @param accesses by their addresses
     * @param groups by their identifiers, each with the start of the membership in seconds if given
     */
    record UserLine(
            long number,
            String userId,
            UserInput profile,
            Map<String, SessionInput> sessions,
            Map<String, AccessInput> accesses,
            Map<String, Optional<Long>> groups)
            implements Line {

        /** This line with the lists of a later line of the same user. For equal entries, the later line wins. */
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
     * A group, which must come before its members.
     *
     * @param creationTime in seconds since the Unix epoch, if given
     */
    record GroupLine(long number, String groupId, GroupInput group, Optional<Long> creationTime) implements Line {}
}
