package io.useradmin.session;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of sessions. */
enum SessionSort implements SortKey {
    SESSION_ID("session_id"),
    INITIATED_AT("initiated_at"),
    EXPIRES_AT("expires_at"),
    LAST_UPDATED("last_updated_at");

    private final String column;

    SessionSort(String column) {
        this.column = column;
    }

    /** The column of the table. */
    @Override
    public String column() {
        return column;
    }
}
