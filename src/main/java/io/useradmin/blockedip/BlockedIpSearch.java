package io.useradmin.blockedip;

import java.util.List;
import java.util.Optional;

/**
 * A page of the addresses that are blocked for users of a tenant.
 *
 * @param next the position after which the next page begins; empty after the last page
 */
record BlockedIpSearch(List<BlockedIpOfUser> found, Optional<BlockedIpPosition> next) {
    BlockedIpSearch {
        found = List.copyOf(found);
    }
}
