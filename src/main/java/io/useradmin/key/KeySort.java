package io.useradmin.key;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of API keys. */
enum KeySort implements SortKey {
    CREATED_AT("created_at"),
    NAME("name collate \"C\"");

    private final String column;

    KeySort(String column) {
        this.column = column;
    }

    /** The sort column of {@code api_keys}. Names are compared by bytes, so that the order is the same in every database. */
    @Override
    public String column() {
        return column;
    }
}
