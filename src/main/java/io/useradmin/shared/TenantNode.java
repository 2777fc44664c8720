package io.useradmin.shared;

import java.util.regex.Pattern;

/**
 * Lets Citus run an insert of rows from other {@code with} queries on the node of the tenant. Otherwise Citus sends the rows of
 * these queries to every node, because it plans the insert only later. It knows the node at once if the inserted tenant is a
 * column of a table that is distributed by tenant. So on Citus, {@link #row} becomes such a column. PostgreSQL removes the plain
 * form when it plans the statement.
 */
public final class TenantNode {
    /** The tenant, as a column of {@link #row}. */
    public static final String TENANT = "node.tenant";

    private static final String ROW = "(select :tenant) as node (tenant)";
    private static final Pattern PLAIN = Pattern.compile(Pattern.quote(ROW).replace(":tenant", "\\E(\\$\\d+)\\Q"));
    private static final String ON_CITUS =
            "((select tenant_id from users where tenant_id = $1 limit 0) union all select $1) as node (tenant)";

    private TenantNode() {}

    /** A part of {@code from} with one row, the tenant {@code :tenant}. */
    public static String row() {
        return ROW;
    }

    /** The statement for Citus. */
    public static String onCitus(String statement) {
        return PLAIN.matcher(statement).replaceAll(ON_CITUS);
    }
}
