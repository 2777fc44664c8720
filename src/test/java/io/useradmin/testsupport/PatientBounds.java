package io.useradmin.testsupport;

import java.util.HashMap;
import java.util.Map;

/** Settings of a packaged service that tests hold up on purpose, on a machine that may be busy; as {@code %test} has them. */
public final class PatientBounds {
    private static final Map<String, String> BOUNDS = Map.of(
            "useradmin.database.acquire-timeout", "30s",
            "useradmin.database.statement-timeout", "30s",
            "useradmin.database.silence-timeout", "60s",
            "useradmin.http.deadline", "60s",
            "useradmin.http.stuck-after", "10m",
            "quarkus.shutdown.timeout", "60s");

    private PatientBounds() {}

    /** The bounds, and others that go before them. */
    public static Map<String, String> with(Map<String, String> others) {
        Map<String, String> all = new HashMap<>(BOUNDS);
        all.putAll(others);
        return all;
    }
}
