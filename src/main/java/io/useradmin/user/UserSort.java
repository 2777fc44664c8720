package io.useradmin.user;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of users. */
enum UserSort implements SortKey {
    CREATION_TIME("creation_time", "u.created_at"),
    LAST_UPDATED("last_updated", "u.last_updated_at"),
    USER_ID("user_id", "u.user_id");

    private final String parameterName;
    private final String column;

    UserSort(String parameterName, String column) {
        this.parameterName = parameterName;
        this.column = column;
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** The column of {@code users u}. */
    String column() {
        return column;
    }

    /** Whether it is a time, which several users can have. */
    boolean isTime() {
        return this != USER_ID;
    }
}
