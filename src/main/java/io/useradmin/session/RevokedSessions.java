package io.useradmin.session;

import io.useradmin.shared.Identifier;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The sessions of a user that were revoked, or would be. */
@Schema(description = "Which sessions of the user were revoked, or would be.")
record RevokedSessions(
        @Schema(description = "How many.", examples = "2") int revoked,

        @Schema(
                description = "Their identifiers, sorted; at most the first 1,000.",
                pattern = Identifier.PATTERN,
                maxItems = MOST_IDS,
                examples = "[\"019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b\", \"019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5c\"]")
        List<String> sessionIds,

        @Schema(description = "Whether there are more.") boolean truncated) {

    /** The largest number of identifiers in the response. */
    static final int MOST_IDS = 1_000;

    RevokedSessions {
        sessionIds = List.copyOf(sessionIds);
    }

    static RevokedSessions of(int revoked, List<String> sessionIds) {
        return new RevokedSessions(revoked, sessionIds, revoked > sessionIds.size());
    }
}
