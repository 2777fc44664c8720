package io.useradmin.session;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Parses and validates the specification's Session object. */
public final class SessionParser {
    static final int LONGEST_KEY = 1024;
    static final int LONGEST_METADATA = 1024;
    private static final List<String> METADATA =
            List.of("country", "city", "region", "latitude", "longitude", "ip_address", "user_agent");

    private SessionParser() {}

    /**
     * The members of {@code session} except {@code session_id}, which the caller reads. The caller also checks for unknown
     * members. Empty if a required member is invalid.
     */
    public static Optional<SessionInput> read(JsonMembers session) {
        Optional<String> key = session.text("session_key", LONGEST_KEY);
        Optional<Long> initiatedAt = session.optional("initiated_at").flatMap(JsonItem::time);
        Optional<Long> expiresAt = session.required("expires_at").flatMap(JsonItem::time);
        Optional<Long> lastUpdated = session.optional("last_updated").flatMap(JsonItem::time);
        List<String> clientIds = session.distinct("client_ids", JsonItem::identifier);
        Map<String, String> metadata = session.optional("last_metadata")
                .flatMap(JsonItem::object)
                .map(SessionParser::metadata)
                .orElse(Map.of());
        return key.flatMap(opaque -> expiresAt.map(end -> new SessionInput(
                opaque, initiatedAt.orElse(null), end, lastUpdated.orElse(null), clientIds, metadata)));
    }

    private static Map<String, String> metadata(JsonMembers metadata) {
        Map<String, String> read = new TreeMap<>();
        for (String name : METADATA) {
            metadata.optional(name)
                    .flatMap(item -> item.text(LONGEST_METADATA))
                    .ifPresent(text -> read.put(name, text));
        }
        metadata.end();
        return read;
    }
}
