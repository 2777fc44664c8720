package io.useradmin.operator;

import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes PostgreSQL reject some rows of a tenant, as it does for reasons that an import does not know. */
final class FailingInserts implements AutoCloseable {
    private static final AtomicInteger CREATED = new AtomicInteger();

    private final String name = "failing_inserts_" + CREATED.incrementAndGet();

    /**
     * Begins.
     *
     * @param condition which rows are rejected, as an SQL expression of {@code new}; {@code number} is the number of the insert
     * @param state the SQLSTATE
     */
    FailingInserts(Tenant tenant, String table, String condition, String state) {
        Sql.run("create sequence " + name);
        Sql.run("""
                create function %1$s() returns trigger language plpgsql as $$
                declare number bigint;
                begin
                    if new.tenant_id = '%2$s' then
                        number = nextval('%1$s');
                        if %3$s then
                            raise exception 'rejected' using errcode = '%4$s';
                        end if;
                    end if;
                    return new;
                end $$""".formatted(name, tenant.id(), condition, state));
        Sql.run("create trigger %1$s before insert on %2$s for each row execute function %1$s()"
                .formatted(name, table));
    }

    /** The number of inserts so far. */
    int inserts() {
        return Integer.parseInt(Sql.value("select last_value from " + name));
    }

    @Override
    public void close() {
        Sql.run("drop function " + name + "() cascade");
        Sql.run("drop sequence " + name);
    }
}
