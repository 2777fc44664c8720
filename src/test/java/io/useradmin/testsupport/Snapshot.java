package io.useradmin.testsupport;

import java.util.ArrayList;
import java.util.List;

/** All rows of a tenant. The tables come from the catalogue, so a new table is included automatically. */
public final class Snapshot {
    private Snapshot() {}

    /** Every row of the tenant in every table, as text, without the time when its keys were last used. */
    public static List<String> of(Tenant tenant) {
        List<String> rows = new ArrayList<>();
        for (String table : tables()) {
            rows.addAll(Sql.list(
                    "select '" + table + " ' || (to_jsonb(r) - 'last_used_at')::text from " + table
                            + " r where tenant_id = ? order by 1",
                    tenant.id()));
        }
        return rows;
    }

    public static List<String> tables() {
        return Sql.list("select table_name from information_schema.columns where table_schema = 'public'"
                + " and column_name = 'tenant_id' order by 1");
    }
}
