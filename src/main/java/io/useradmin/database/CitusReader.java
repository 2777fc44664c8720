package io.useradmin.database;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Whether the database is one of Citus. A statement for several tenants needs to know; one for a tenant is the same everywhere. */
@Singleton
public class CitusReader {
    /** The table of nodes, which the extension brings. */
    private static final String FIND = "select to_regclass('pg_dist_node') is not null";

    private final DirectStatements direct;
    private volatile boolean isKnown;
    private volatile boolean isThere;

    CitusReader(DirectStatements direct) {
        this.direct = direct;
    }

    /** Asks the database once; again only after a failure. */
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
