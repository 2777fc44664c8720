package io.useradmin.group;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of groups. */
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

    /** The sort column of {@code groups g}. Names are compared by bytes, so that their order is the same in every database. */
    String column() {
        return column;
    }
}
