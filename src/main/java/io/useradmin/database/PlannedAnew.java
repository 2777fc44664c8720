package io.useradmin.database;

/**
 * Statements that PostgreSQL plans each time, with their values. It keeps one plan for all values of other statements, by what
 * tenants have on average: for a look-up that may go through all users of a tenant, which is quick for most tenants and takes
 * seconds for one that is far larger than the others. It costs a round trip and the planning.
 */
public final class PlannedAnew {
    private static final String MARK = "/* planned anew */ ";

    private PlannedAnew() {}

    /** The statement that is {@code statement} and is planned each time. */
    public static String of(String statement) {
        return MARK + statement;
    }

    static boolean isAsked(String statement) {
        return statement.startsWith(MARK);
    }
}
