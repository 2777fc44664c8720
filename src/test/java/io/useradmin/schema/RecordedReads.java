package io.useradmin.schema;

import java.util.Map;

/** Enables useradmin.audit.reads, and records the statements. */
public final class RecordedReads extends StatementsTest.Overheard {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("useradmin.audit.reads", "true");
    }
}
