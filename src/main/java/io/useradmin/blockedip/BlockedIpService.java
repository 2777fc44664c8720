package io.useradmin.blockedip;

import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.blockedip.IpAccessRepository.Recorded;
import io.useradmin.problem.OptimisticRetry;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.UserReader;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.IpNetwork;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.UserKey;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** The rules for the addresses of a user: lists contain only those that are blocked now. */
@Singleton
class BlockedIpService {
    private final BlockedIpRepository blocks;
    private final IpAccessRepository addresses;
    private final UserReader users;
    private final Clock clock;

    BlockedIpService(BlockedIpRepository blocks, IpAccessRepository addresses, UserReader users, Clock clock) {
        this.blocks = blocks;
        this.addresses = addresses;
        this.users = users;
        this.clock = clock;
    }

    /** The blocked addresses; {@link ProblemType#USER_NOT_FOUND}. */
    Uni<ListPage<BlockedIp>> list(UserKey user, Optional<IpAddress> filter, PageRequest<BlockedIpSort> page) {
        Instant now = clock.instant();
        return blocks.blocked(user, filter, now, page)
                .flatMap(found -> found.orIfEmpty(
                        () -> users.emptyPage(user, page, () -> blocks.countBlocked(user, filter, now, page))))
                .map(found -> ListPage.of(page, found));
    }

    /** The state of an address; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#ADDRESS_NOT_FOUND}. */
    Uni<IpAccess> read(UserKey user, IpAddress address) {
        return users.require(user, addresses.find(user, address), ProblemType.ADDRESS_NOT_FOUND);
    }

    /** Records the state of an address; {@link ProblemType#USER_NOT_FOUND}. */
    @WithSession
    Uni<Recorded> put(UserKey user, IpAddress address, AccessInput input, Author author) {
        return OptimisticRetry.run(() -> addresses.put(user, address, input, clock.instant(), author));
    }

    /**
     * Unblocks an address or a network; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#BLOCK_NOT_FOUND}. If {@code only}
     * is empty, unblocks all addresses, possibly none.
     *
     * <p>Reads the user in a separate statement: the snapshot of a statement that waits for a lock is older than the lock. So before
     * it unblocks several addresses, another statement takes the lock. Otherwise it could see half of an import. One address is
     * unblocked before or after the import.
     */
    @WithTransaction
    Uni<VersionedUser> unblock(UserKey user, Optional<IpNetwork> only, Documents shown, Author author) {
        boolean isOne =
                only.filter(network -> network.first().equals(network.last())).isPresent();
        return (isOne ? Uni.createFrom().voidItem() : users.serialize(user))
                .flatMap(_ -> blocks.unblock(user, only, clock.instant(), author))
                .flatMap(unblocked -> users.readInTransaction(user, shown)
                        .invoke(_ -> ProblemException.requireFound(
                                only.isEmpty() || unblocked > 0, ProblemType.BLOCK_NOT_FOUND)));
    }
}
