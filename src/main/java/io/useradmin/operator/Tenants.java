package io.useradmin.operator;

import io.useradmin.audit.EventType;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.jdbc.SessionLock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** The table of tenants. */
final class Tenants {
    private static final String EXISTS = "select 1 from tenants where tenant_id = ?";

    private final Connection connection;

    Tenants(Connection connection) {
        this.connection = connection;
    }

    record Tenant(String id, String name, Instant createdAt) {}

    /** Inserts a tenant. Returns false if the id is taken. */
    boolean insert(Tenant tenant) throws SQLException {
        String insert = """
                with inserted as (
                    insert into tenants (tenant_id, name, created_at) values (?, ?, ?) on conflict do nothing returning *
                )
                insert into events (tenant_id, occurred_at, type) select tenant_id, created_at, ? from inserted
                returning true
                """;
        return Jdbc.exists(
                connection, insert, tenant.id(), tenant.name(), tenant.createdAt(), EventType.TENANT_CREATED.stored());
    }

    List<Tenant> list() throws SQLException {
        return Jdbc.query(
                connection,
                "select tenant_id, name, created_at from tenants order by tenant_id",
                row -> new Tenant(row.getString("tenant_id"), row.getString("name"), Jdbc.instant(row, "created_at")));
    }

    /** Allows one import into the tenant, or its deletion, at a time. */
    void lock(String id) throws SQLException {
        if (!SessionLock.acquire(connection, "useradmin import " + id)) {
            throw new Failure("An import into tenant " + id + ", or its deletion, is running.");
        }
    }

    /** @throws Failure if the tenant does not exist */
    void require(String id) throws SQLException {
        require(id, EXISTS);
    }

    /** The same. Until the transaction ends, nobody can delete the tenant. */
    void hold(String id) throws SQLException {
        require(id, EXISTS + " for key share");
    }

    private void require(String id, String query) throws SQLException {
        if (!Jdbc.exists(connection, query, id)) {
            throw new Failure("There is no tenant " + id + ".");
        }
    }

    /** @throws Failure if one of the tables has rows of the tenant */
    void requireNoRows(String id, Collection<String> tables) throws SQLException {
        for (String table : tables) {
            String query = "select 1 from " + table + " where tenant_id = ? limit 1";
            if (Jdbc.exists(connection, query, id)) {
                throw new Failure("Clients still write to tenant " + id + ". Its keys are revoked, and every replica"
                        + " rejects them within 30 seconds. Run this again then.");
            }
        }
    }

    /**
     * Deletes the tenant. Afterwards, foreign keys admit no more rows of it.
     *
     * @throws Failure if one of the tables has rows of the tenant. Then nothing is deleted
     */
    void delete(String id, Collection<String> tables) throws SQLException {
        Jdbc.inTransaction(connection, () -> {
            Jdbc.update(connection, "delete from api_keys where tenant_id = ?", id);
            Jdbc.update(connection, "delete from purged_events where tenant_id = ?", id);
            Jdbc.update(connection, "delete from ssf_streams where tenant_id = ?", id);
            Jdbc.update(connection, "delete from deliveries where tenant_id = ?", id);
            Jdbc.update(connection, "delete from tenants where tenant_id = ?", id);
            requireNoRows(id, tables);
            return id;
        });
    }
}
