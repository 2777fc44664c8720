package io.useradmin.database;

/**
 * Makes PostgreSQL create a custom plan for each execution of a statement, with the actual values. For other statements it keeps
 * a generic plan, made for an average tenant. Such a plan may scan all users of a tenant, which is fast for most tenants and
 * takes seconds for a very large one. A custom plan costs a round trip and the planning.
 */
public final class CustomPlan {
    private static final String MARK = "/* custom plan */ ";

    private CustomPlan() {}

    /** The same statement with a custom plan. */
    public static String of(String statement) {
        return MARK + statement;
    }

    static boolean isNeeded(String statement) {
        return statement.startsWith(MARK);
    }
}
