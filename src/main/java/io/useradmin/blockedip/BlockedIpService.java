package io.useradmin.blockedip;

import io.quarkus.hibernate.reactive.panache.common.WithSession;
import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.blockedip.BlockedIpRepository.Recorded;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.User;
import io.useradmin.profile.UserReader;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.UserKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rules of blocked addresses: only what is blocked now is there. */
@ApplicationScoped
class BlockedIpService {
    private final BlockedIpRepository addresses;
    private final UserReader users;
    private final Clock clock;

    BlockedIpService(BlockedIpRepository addresses, UserReader users, Clock clock) {
        this.addresses = addresses;
        this.users = users;
        this.clock = clock;
    }

    /** The addresses that are blocked; {@link ProblemType#USER_NOT_FOUND} where there is no such user. */
    Uni<ListPage<BlockedIp>> list(UserKey user, Optional<IpAddress> filter, PageRequest<BlockedIpSort> page) {
        Instant now = clock.instant();
        return addresses
                .blocked(user, filter, now, page)
                .flatMap(found ->
                        counted(user, filter, page, now, found).map(counted -> ListPage.of(page, found, counted)));
    }

    /** Records what is known of an address; {@link ProblemType#USER_NOT_FOUND} where there is no such user. */
    @WithSession
    Uni<Recorded> put(UserKey user, IpAddress address, AccessInput input) {
        return addresses
                .put(user, address, input)
                .flatMap(recorded -> recorded.map(Uni.createFrom()::item).orElseGet(() -> put(user, address, input)));
    }

    /** Unblocks one address; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#BLOCK_NOT_FOUND}. */
    @WithTransaction
    Uni<User> unblock(UserKey user, IpAddress address) {
        return unblock(user, Optional.of(address), 1);
    }

    /** Unblocks every address, be it none; {@link ProblemType#USER_NOT_FOUND} where there is no such user. */
    @WithTransaction
    Uni<User> unblockAll(UserKey user) {
        return unblock(user, Optional.empty(), 0);
    }

    /** The user is read last: a statement that waits for a lock tells of other tables what was there before it waited. */
    private Uni<User> unblock(UserKey user, Optional<IpAddress> only, int least) {
        return addresses
                .unblock(user, only, clock.instant())
                .flatMap(unblocked -> users.read(user).invoke(_ -> requireBlocks(unblocked, least)));
    }

    private static void requireBlocks(int unblocked, int least) {
        if (unblocked < least) {
            throw ProblemException.notFound(ProblemType.BLOCK_NOT_FOUND);
        }
    }

    /** How many there are on all pages; where none was found, there may be no such user either. */
    private Uni<Long> counted(
            UserKey user,
            Optional<IpAddress> filter,
            PageRequest<BlockedIpSort> page,
            Instant now,
            List<BlockedIp> found) {
        Uni<Long> counted = ListPage.end(page, found)
                .map(Uni.createFrom()::item)
                .orElseGet(() -> addresses.countBlocked(user, filter, now));
        return found.isEmpty() ? requireUser(user).flatMap(_ -> counted) : counted;
    }

    /** In a session that ends with it: a request that held one connection and waited for another could wait for ever. */
    @WithSession
    Uni<Void> requireUser(UserKey user) {
        return users.requireExists(user);
    }
}
