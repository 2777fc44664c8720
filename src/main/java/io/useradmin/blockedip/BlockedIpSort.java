package io.useradmin.blockedip;

import io.useradmin.shared.SortKey;

/** What a list of blocked addresses can be sorted by. */
enum BlockedIpSort implements SortKey {
    BLOCK_UNTIL("block_until"),
    LAST_LOGIN_ATTEMPT("last_login_attempt");

    private final String column;

    BlockedIpSort(String column) {
        this.column = column;
    }

    /** Callers know it by the name of its column. */
    @Override
    public String parameterName() {
        return column;
    }
}
