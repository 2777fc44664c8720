package io.useradmin.schema;

import io.quarkus.test.junit.QuarkusTestProfile;
import io.useradmin.audit.SwitchedReads;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Enables the optional events, of reads and of refreshed sessions, and records the statements. */
public final class RecordedReads implements QuarkusTestProfile {
    @Override
    public List<TestResourceEntry> testResources() {
        return List.of(new TestResourceEntry(OverheardDatabase.class));
    }

    @Override
    public boolean disableGlobalTestResources() {
        return true;
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(SwitchedReads.class);
    }

    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of("useradmin.audit.reads", "true", "useradmin.events.session-updates", "true");
    }
}
