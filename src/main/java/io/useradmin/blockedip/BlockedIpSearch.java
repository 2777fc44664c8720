package io.useradmin.blockedip;

import java.util.List;
import java.util.Optional;

/**
 * A page of the addresses that are blocked for users of a tenant.
 *
 * @param next behind which the next page begins; nothing if there is none
 */
record BlockedIpSearch(List<BlockedIpOfUser> found, Optional<BlockedIpPosition> next) {
    BlockedIpSearch {
        found = List.copyOf(found);
    }
}
