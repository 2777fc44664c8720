package io.useradmin.schema;

import java.util.Map;

/** With useradmin.audit.reads, and with somebody who overhears the statements. */
public final class RecordedReads extends StatementsTest.Overheard {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("useradmin.audit.reads", "true");
    }
}
