package io.useradmin.session;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.Location.Pointer;
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
    /** Parses a body; errors are added to {@code violations}. */
    static RevokeAcross read(String tenantId, JsonMembers body, Violations violations) {
        SessionSelector selector = selector(tenantId, body, violations);
        Optional<Long> limit = body.optional("limit").flatMap(item -> item.integer(1, BulkCall.LARGEST));
        boolean dryRun = body.optional("dry_run").flatMap(JsonItem::bool).orElse(false);
        Optional<SessionPosition> after = body.optional("next")
                .flatMap(item -> item.text().flatMap(text -> position(item, text, selector, violations)));
        body.end();
        return new RevokeAcross(
                selector,
                after.orElse(SessionPosition.START),
                limit.map(Math::toIntExact).orElse(BulkCall.LARGEST),
                dryRun);
    }

    /** A selector without criteria is a violation. One whose criteria are invalid has violations already, like an unreadable body. */
    private static SessionSelector selector(String tenantId, JsonMembers body, Violations violations) {
        var selector = new SessionSelector(
                tenantId,
                userIds(body, violations),
                body.optional("group_id").flatMap(JsonItem::identifier),
                SessionCondition.read(body, violations),
                body.distinct("except_user_ids", JsonItem::identifier));
        if (violations.isEmpty() && selector.isUnlimited()) {
            violations.broken(
                    new Pointer(""),
                    "required",
                    "must have at least one of user_ids, group_id, client_id, ip_address and initiated_before");
        }
        return selector;
    }

    /** An empty list is probably a mistake, because it could mean all users. So it is a violation. */
    private static List<String> userIds(JsonMembers body, Violations violations) {
        int before = violations.found().size();
        List<String> userIds = body.distinct("user_ids", JsonItem::identifier);
        if (userIds.isEmpty() && violations.found().size() == before) {
            body.optional("user_ids").ifPresent(item -> item.require(false, "too_few", "must have an element"));
        }
        return userIds;
    }

    private static Optional<SessionPosition> position(
            JsonItem item, String text, SessionSelector selector, Violations violations) {
        return violations.position(
                item.location(),
                "must be the value of next in a response to the same selector",
                () -> SessionPosition.read(text, selector));
    }
}
