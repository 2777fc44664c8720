package io.useradmin.blockedip;

import io.useradmin.shared.SortKey;

/** The sort keys of a list of blocked addresses. */
enum BlockedIpSort implements SortKey {
    BLOCK_UNTIL("block_until"),
    LAST_LOGIN_ATTEMPT("last_login_attempt");

    private final String column;

    BlockedIpSort(String column) {
        this.column = column;
    }

    @Override
    public String column() {
        return column;
    }
}
