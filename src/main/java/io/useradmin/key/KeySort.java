package io.useradmin.key;

import io.useradmin.shared.SortKey;

/** What a list of keys can be sorted by. */
enum KeySort implements SortKey {
    CREATED_AT("created_at"),
    NAME("name collate \"C\"");

    private final String column;

    KeySort(String column) {
        this.column = column;
    }

    /** What is compared; names byte by byte, so that their order is the same in every database. */
    @Override
    public String column() {
        return column;
    }
}
