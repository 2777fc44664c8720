package io.useradmin.apikey;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;

/** Checks again the keys of callers whose requests last. */
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
        return Uni.createFrom()
                .completionStage(() -> records.read(caller.keyId()))
                .map(found -> found.filter(record -> record.isActive(clock.instant()))
                        .filter(record -> record.caller().may(scope))
                        .isPresent());
    }
}
