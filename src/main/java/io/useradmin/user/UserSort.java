package io.useradmin.user;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of users. */
enum UserSort implements SortKey {
    CREATION_TIME("u.created_at"),
    LAST_UPDATED("u.last_updated_at"),
    USER_ID("u.user_id");

    private final String column;

    UserSort(String column) {
        this.column = column;
    }

    /** The column of {@code users u}. */
    @Override
    public String column() {
        return column;
    }

    /** Whether it is a time, which is not unique. */
    boolean isTime() {
        return this != USER_ID;
    }
}
