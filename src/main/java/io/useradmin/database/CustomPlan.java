package io.useradmin.database;

/**
 * Marks statements for which PostgreSQL makes a custom plan each time, with their values. For other statements it keeps a generic plan,
 * made for what tenants have on average. A look-up that goes through all users of a tenant is fast by that plan for most tenants, and
 * takes seconds for a tenant that is far larger. A custom plan costs a round trip and the planning.
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
