package io.useradmin.operator.transfer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.profile.User;
import io.useradmin.session.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of an export: the specification's User object with the user's other data. */
@RegisterForReflection
record ExportedUser(
        @JsonUnwrapped User user, List<Session> sessions, List<Access> blockedIps, List<Membership> groups) {

    /** An IP address, blocked or not. */
    @RegisterForReflection
    record Access(
            String ip,
            long loginCount,
            long failureCount,
            long lastLoginAttempt,
            @Nullable Long blockUntil) {}

    /** A membership of the user and its start. */
    @RegisterForReflection
    record Membership(String groupId, long assignedAt) {}

    /** A group, on a separate line. */
    @RegisterForReflection
    record Group(String groupId, String name, @Nullable String description, long creationTime) {}
}
