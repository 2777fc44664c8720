package io.useradmin.group;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of a user's groups. */
enum MembershipSort implements SortKey {
    GROUP_ID("m.group_id"),
    NAME(GroupSort.NAME.column()),
    ASSIGNED_AT("m.assigned_at");

    private final String column;

    MembershipSort(String column) {
        this.column = column;
    }

    /** The sort column of {@code group_members m} or {@code groups g}. */
    @Override
    public String column() {
        return column;
    }
}
