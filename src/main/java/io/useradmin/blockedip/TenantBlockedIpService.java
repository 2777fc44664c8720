package io.useradmin.blockedip;

import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.shared.BulkCall;
import io.useradmin.shared.BulkCall.Outcome;
import io.useradmin.shared.IpNetwork;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;

/** Finds and unblocks addresses across a tenant. */
@Singleton
class TenantBlockedIpService {
    private final TenantBlockedIpRepository addresses;
    private final Clock clock;

    TenantBlockedIpService(TenantBlockedIpRepository addresses, Clock clock) {
        this.addresses = addresses;
        this.clock = clock;
    }

    /** The next blocked addresses of a network, with their users. */
    Uni<BlockedIpSearch> list(String tenantId, IpNetwork network, BlockedIpPosition after, int size) {
        return addresses.blocked(tenantId, network, after, size, clock.instant());
    }

    /** Unblocks the next batch of addresses of a network. */
    Uni<UnblockPage> unblock(UnblockAcross request, Author author) {
        Instant now = clock.instant();
        return BulkCall.run(
                        request.after(),
                        BulkCall.LARGEST,
                        (after, limit) -> request.dryRun()
                                ? addresses.countBatch(request, after, limit, now)
                                : addresses.unblockBatch(request, after, limit, now, author))
                .map(outcome -> page(outcome, request));
    }

    private static UnblockPage page(Outcome<BlockedIpPosition> outcome, UnblockAcross request) {
        return new UnblockPage(
                outcome.changed(),
                outcome.users().size(),
                outcome.next()
                        .map(next -> next.text(request.tenantId(), request.network()))
                        .orElse(null));
    }
}
