package io.useradmin.group;

import io.useradmin.shared.SortKey;

/** What a list of groups can be sorted by. */
enum GroupSort implements SortKey {
    GROUP_ID("group_id", "g.group_id"),
    NAME("name", "g.name collate \"C\"");

    private final String parameterName;
    private final String column;

    GroupSort(String parameterName, String column) {
        this.parameterName = parameterName;
        this.column = column;
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** What is compared of {@code groups g}; names byte by byte, so that their order is the same in every database. */
    String column() {
        return column;
    }
}
