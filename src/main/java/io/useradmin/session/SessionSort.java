package io.useradmin.session;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of sessions. */
enum SessionSort implements SortKey {
    SESSION_ID("session_id", "session_id"),
    INITIATED_AT("initiated_at", "initiated_at"),
    EXPIRES_AT("expires_at", "expires_at"),
    LAST_UPDATED("last_updated", "last_updated_at");

    private final String parameterName;
    private final String column;

    SessionSort(String parameterName, String column) {
        this.parameterName = parameterName;
        this.column = column;
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** The column of the table. */
    String column() {
        return column;
    }
}
