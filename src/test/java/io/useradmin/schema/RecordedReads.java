package io.useradmin.schema;

import java.util.Map;

/** Enables the optional events, of reads and of refreshed sessions, and records the statements. */
public final class RecordedReads extends StatementsTest.Overheard {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("useradmin.audit.reads", "true", "useradmin.events.session-updates", "true");
    }
}
