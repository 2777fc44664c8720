package io.useradmin.database;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Finds out whether the database has the Citus extension. Only statements for several tenants and {@link CitusStatements} depend
 * on it.
 */
@Singleton
public class CitusReader {
    /** Looks for the extension's table of nodes. */
    static final String FIND = "select to_regclass('pg_dist_node') is not null";

    private final DirectStatements direct;
    private volatile boolean isKnown;
    private volatile boolean isThere;

    CitusReader(DirectStatements direct) {
        this.direct = direct;
    }

    /** Queries the database once, and again only after a failure. */
    public Uni<Boolean> isThere() {
        return isKnown
                ? Uni.createFrom().item(isThere)
                : direct.readNewest(FIND, List.of())
                        .map(rows -> rows.iterator().next().getBoolean(0))
                        .invoke(found -> {
                            isThere = found;
                            isKnown = true;
                        });
    }
}
