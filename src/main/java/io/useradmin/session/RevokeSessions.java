package io.useradmin.session;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.UserKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request to revoke sessions of a user.
 *
 * @param except sessions to keep
 * @param dryRun whether to change nothing
 */
record RevokeSessions(UserKey user, SessionCondition condition, List<String> except, boolean dryRun) {
    /** Parses a body. Errors are violations. */
    static RevokeSessions read(UserKey user, JsonMembers body) {
        var request = new RevokeSessions(
                user,
                SessionCondition.read(body),
                body.distinct("except", JsonItem::identifier),
                body.optional("dry_run").flatMap(JsonItem::bool).orElse(false));
        body.end();
        return request;
    }

    /** The given members as text for the audit log. */
    String words() {
        String given = Stream.concat(condition.words(), Stream.of("except").filter(_ -> !except.isEmpty()))
                .collect(Collectors.joining(" "));
        return given.isEmpty() ? "all" : given;
    }
}
