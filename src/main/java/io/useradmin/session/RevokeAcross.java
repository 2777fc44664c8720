package io.useradmin.session;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violations;
import java.util.List;
import java.util.Optional;

/**
 * A request to revoke sessions of a tenant.
 *
 * @param after the position to continue from
 * @param limit the most sessions to revoke
 * @param dryRun whether to change nothing
 */
record RevokeAcross(SessionSelector selector, SessionPosition after, int limit, boolean dryRun) {
    /** Parses a body. Errors are violations. */
    static RevokeAcross read(String tenantId, JsonMembers body) {
        SessionSelector selector = selector(tenantId, body);
        Optional<Long> limit = body.optional("limit").flatMap(item -> item.integer(1, BulkCall.LARGEST));
        boolean dryRun = body.optional("dry_run").flatMap(JsonItem::bool).orElse(false);
        Optional<SessionPosition> after = body.optional("next")
                .flatMap(item ->
                        item.parsed((location, text, violations) -> position(location, text, selector, violations)));
        body.end();
        return new RevokeAcross(
                selector,
                after.orElse(SessionPosition.START),
                limit.map(Math::toIntExact).orElse(BulkCall.LARGEST),
                dryRun);
    }

    private static SessionSelector selector(String tenantId, JsonMembers body) {
        body.requireAnyOf(List.of("user_ids", "group_id", "client_id", "ip_address", "initiated_before"));
        return new SessionSelector(
                tenantId,
                userIds(body),
                body.optional("group_id").flatMap(JsonItem::identifier),
                SessionCondition.read(body),
                body.distinct("except_user_ids", JsonItem::identifier));
    }

    /** An empty list is probably a mistake, because it could mean all users. So it is a violation. */
    private static List<String> userIds(JsonMembers body) {
        body.optional("user_ids")
                .ifPresent(item -> item.require(!item.isEmptyArray(), "too_few", "must have an element"));
        return body.distinct("user_ids", JsonItem::identifier);
    }

    private static Optional<SessionPosition> position(
            Location location, String text, SessionSelector selector, Violations violations) {
        return violations.position(
                location,
                "must be the value of next in a response to the same selector",
                () -> SessionPosition.read(text, selector));
    }
}
