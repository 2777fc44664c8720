package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/** The keys of callers whose requests last, and keys that have changed. */
@ApplicationScoped
public class StandingKeys {
    private final KeyRecords records;
    private final Clock clock;

    StandingKeys(KeyRecords records, Clock clock) {
        this.records = records;
        this.clock = clock;
    }

    /** Whether the caller's key is still good for {@code scope}, as far as this replica knows: up to 30 s late. */
    public Uni<Boolean> may(Caller caller, Scope scope) {
        // All requests that wait for a key share the future of its cache. A request that stops waiting cancels only a
        // copy.
        return Uni.createFrom()
                .completionStage(() -> records.read(caller.keyId()).copy())
                .map(found -> found.filter(record -> record.isActive(clock.instant()))
                        .filter(record -> record.caller().may(scope))
                        .isPresent());
    }

    /** Reads a key again when it is next used, because it was changed: this replica knows at once, the others within 30 s. */
    public void forget(String keyId) {
        records.forget(keyId);
    }
}
