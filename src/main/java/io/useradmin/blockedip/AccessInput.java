package io.useradmin.blockedip;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The validated input for an IP address that tried to sign in. Times are in seconds since the Unix epoch.
 *
 * @param blockUntil null if the address is not blocked
 */
@RegisterForReflection // Serialized to JSON for statements.
public record AccessInput(
        long loginCount,
        long failureCount,
        long lastLoginAttempt,
        @Nullable Long blockUntil) {
    /**
     * The members of {@code state} except the address, which the caller reads. The caller also checks for unknown members. Empty
     * if a required member is invalid.
     */
    public static Optional<AccessInput> read(JsonMembers state) {
        Optional<Long> logins = count(state, "login_count");
        Optional<Long> failures = count(state, "failure_count");
        Optional<Long> lastAttempt = state.required("last_login_attempt").flatMap(JsonItem::time);
        Optional<Long> blockUntil = state.optional("block_until").flatMap(JsonItem::time);
        return logins.flatMap(login -> failures.flatMap(
                failure -> lastAttempt.map(last -> new AccessInput(login, failure, last, blockUntil.orElse(null)))));
    }

    private static Optional<Long> count(JsonMembers state, String name) {
        return state.required(name).flatMap(item -> item.integer(0, Integer.MAX_VALUE));
    }
}
