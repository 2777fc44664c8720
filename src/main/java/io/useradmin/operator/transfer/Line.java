package io.useradmin.operator.transfer;

import io.useradmin.blockedip.AccessInput;
import io.useradmin.group.GroupInput;
import io.useradmin.profile.UserInput;
import io.useradmin.session.SessionInput;
import java.util.Map;
import java.util.Optional;

/** A line of an import that was read and found good. */
sealed interface Line {
    /** Where it stands in the file, from 1. */
    long number();

    /**
     * A user with what belongs to it. What is listed is added to what is there; a user whose sessions are many comes in
     * several lines.
     *
     * @param sessions by their identifiers
     * @param accesses by their addresses
     * @param groups by their identifiers, each with the second since when the user is a member, where that is told
     */
    record UserLine(
            long number,
            String userId,
            UserInput user,
            Map<String, SessionInput> sessions,
            Map<String, AccessInput> accesses,
            Map<String, Optional<Long>> groups)
            implements Line {}

    /** A group, which has to come before its members. */
    record GroupLine(long number, String groupId, GroupInput group) implements Line {}
}
