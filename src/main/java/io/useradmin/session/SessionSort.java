package io.useradmin.session;

import io.useradmin.shared.SortKey;

/** What a list of sessions can be sorted by. */
enum SessionSort implements SortKey {
    SESSION_ID("session_id", "sessionId"),
    INITIATED_AT("initiated_at", "initiatedAt"),
    EXPIRES_AT("expires_at", "expiresAt"),
    LAST_UPDATED("last_updated", "lastUpdatedAt");

    private final String parameterName;
    private final String property;

    SessionSort(String parameterName, String property) {
        this.parameterName = parameterName;
        this.property = property;
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** The entity's property. */
    String property() {
        return property;
    }
}
