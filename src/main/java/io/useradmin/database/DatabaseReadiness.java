package io.useradmin.database;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.AsyncResultUni;
import io.useradmin.shared.OutageLog;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The readiness check: the database responds, its schema is at least the version that this release needs, and the role has the
 * rights. A newer schema is fine, because migrations come before the roll-out. One response is enough: all connections for writes
 * may wait for the same lock, or those for reads for the same node.
 */
@Readiness
@Singleton
class DatabaseReadiness implements AsyncHealthCheck {
    /** The migration that this release needs: the newest in {@code db/migration}. */
    static final int NEEDED_SCHEMA = 16;

    private static final String NAME = "Database";
    private static final String UNDEFINED_TABLE = "42P01";
    private static final String APPLIED = "select coalesce(max(version::integer), 0) as version, " + Citus.IS_THERE
            + " as is_citus, " + Grants.LACKING + " as lacking from flyway_schema_history where success";

    private final Pool pool;
    private final SqlClient pipelined;
    private final DatabaseBounds bounds;
    private final OutageLog outages;
    private final Citus citus;

    DatabaseReadiness(
            Pool pool, @Pipelined SqlClient pipelined, DatabaseBounds bounds, OutageLog outages, Citus citus) {
        this.pool = pool;
        this.pipelined = pipelined;
        this.bounds = bounds;
        this.outages = outages;
        this.citus = citus;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.join()
                .first(applied(pool), applied(pipelined))
                .withItem()
                .ifNoItem()
                .after(bounds.acquireTimeout())
                .fail()
                .map(rows -> rows.iterator().next())
                .invoke(row -> citus.note(row.getBoolean("is_citus")))
                .invoke(outages::responded)
                .map(row -> judge(row.getInteger("version"), row.getString("lacking")))
                .onFailure()
                .recoverWithItem(this::judge);
    }

    private static Uni<RowSet<Row>> applied(SqlClient client) {
        return AsyncResultUni.toUni(handler -> client.query(APPLIED).execute().onComplete(handler));
    }

    /** The version comes first: only a migrated database has all the tables. */
    private static HealthCheckResponse judge(int version, @Nullable String lacking) {
        if (version < NEEDED_SCHEMA) {
            return down("The schema is at version %d and this release needs %d: run 'useradmin migrate'."
                    .formatted(version, NEEDED_SCHEMA));
        }
        return lacking == null
                ? HealthCheckResponse.up(NAME)
                : down("The database role lacks rights on %s: run the grants of docs/security.md.".formatted(lacking));
    }

    /** Hides PostgreSQL's messages, because they may describe the network. */
    private HealthCheckResponse judge(Throwable failure) {
        return switch (failure) {
            case CompositeException both -> judge(mostTelling(both));
            case PgException refused when UNDEFINED_TABLE.equals(refused.getSqlState()) -> judge(0, null);
            default -> {
                outages.note("readiness probe:", failure);
                yield down(
                        failure instanceof PgException refused
                                ? "The database refused, SQLSTATE " + refused.getSqlState() + "."
                                : "The database does not answer.");
            }
        };
    }

    /** What PostgreSQL says tells more than a timeout. */
    private static Throwable mostTelling(CompositeException both) {
        return both.getCauses().stream()
                .filter(PgException.class::isInstance)
                .findFirst()
                .orElseGet(() -> both.getCauses().getFirst());
    }

    private static HealthCheckResponse down(String reason) {
        return HealthCheckResponse.named(NAME).down().withData("reason", reason).build();
    }
}
