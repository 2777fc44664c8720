package io.useradmin.group;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of a user's groups. */
enum MembershipSort implements SortKey {
    GROUP_ID("group_id", "m.group_id"),
    NAME("name", GroupSort.NAME.column()),
    ASSIGNED_AT("assigned_at", "m.assigned_at");

    private final String parameterName;
    private final String column;

    MembershipSort(String parameterName, String column) {
        this.parameterName = parameterName;
        this.column = column;
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** The sort column of {@code group_members m} or {@code groups g}. */
    String column() {
        return column;
    }
}
