package io.useradmin.group;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of groups. */
enum GroupSort implements SortKey {
    GROUP_ID("g.group_id"),
    NAME("g.name collate \"C\"");

    private final String column;

    GroupSort(String column) {
        this.column = column;
    }

    /** The sort column of {@code groups g}. Names are compared by bytes, so that the order is the same in every database. */
    @Override
    public String column() {
        return column;
    }
}
