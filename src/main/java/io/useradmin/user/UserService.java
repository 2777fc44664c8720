package io.useradmin.user;

import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.http.Preconditions;
import io.useradmin.json.CompactSize;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonText;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserReader;
import io.useradmin.shared.Ids;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The rules of users as a whole. */
@ApplicationScoped
class UserService {
    private final UserRepository users;
    private final UserReader reader;
    private final JsonLimits limits;
    private final Ids ids;
    private final Clock clock;
    private final JsonText json;

    UserService(UserRepository users, UserReader reader, JsonLimits limits, Ids ids, Clock clock, JsonText json) {
        this.users = users;
        this.reader = reader;
        this.limits = limits;
        this.ids = ids;
        this.clock = clock;
        this.json = json;
    }

    /**
     * What became of a user who was put.
     *
     * @param created whether there was none before
     */
    record Put(VersionedUser user, boolean created) {}

    /** The user; {@link ProblemType#USER_NOT_FOUND} where there is none. */
    Uni<VersionedUser> read(UserKey key) {
        return reader.read(key).map(this::versioned);
    }

    /** A page of users. */
    Uni<ListPage<User>> list(UserListPage page) {
        return users.list(page).flatMap(found -> found.items().isEmpty() ? emptyPage(page) : page(page, found));
    }

    /**
     * Creates a user or replaces the one who is there; sessions, addresses and groups are not touched. Who puts the same user
     * at the same time waits. {@link ProblemType#PRECONDITION_FAILED}, {@link Problem.IdentifierTaken}.
     */
    @WithTransaction
    Uni<Put> put(UserKey key, UserInput input, Preconditions expected, Author author) {
        return users.written(key, input)
                .invoke(this::requireSize)
                .flatMap(written -> createOrReplace(key, written, expected, author));
    }

    /**
     * Deletes a user with everything that belongs to the user; {@link ProblemType#USER_NOT_FOUND},
     * {@link ProblemType#PRECONDITION_FAILED}.
     */
    Uni<Void> delete(UserKey key, Preconditions expected, Author author) {
        return expected.allowEveryVersion()
                ? users.delete(key, clock.instant(), author)
                : deleteVersion(key, expected, author);
    }

    @WithTransaction
    Uni<Void> deleteVersion(UserKey key, Preconditions expected, Author author) {
        return users.serialize(key)
                .flatMap(_ -> users.lock(key))
                .flatMap(_ -> reader.readInTransaction(key))
                .invoke(user -> expected.require(Optional.of(versioned(user).version())))
                .flatMap(_ -> users.deleteLocked(key, clock.instant(), author));
    }

    private Uni<Put> createOrReplace(UserKey key, UserInput input, Preconditions expected, Author author) {
        User user = input.created(key.userId(), clock.instant(), ids::next);
        return users.insert(key, user)
                .flatMap(inserted ->
                        inserted ? created(key, input, user, expected, author) : replace(key, input, expected, author));
    }

    private Uni<Put> created(UserKey key, UserInput input, User user, Preconditions expected, Author author) {
        expected.require(Optional.empty());
        return writeIdentifiers(key, input, Optional.empty(), user, author).map(_ -> new Put(versioned(user), true));
    }

    /** A user who was there a moment ago may have been deleted since: then it begins again. */
    private Uni<Put> replace(UserKey key, UserInput input, Preconditions expected, Author author) {
        return users.lock(key)
                .flatMap(found -> found
                        ? reader.readInTransaction(key).flatMap(before -> replace(key, input, before, expected, author))
                        : createOrReplace(key, input, expected, author));
    }

    private Uni<Put> replace(UserKey key, UserInput input, User before, Preconditions expected, Author author) {
        VersionedUser found = versioned(before);
        expected.require(Optional.of(found.version()));
        User after = input.replacing(before, clock.instant(), ids::next);
        if (after.equals(before)) {
            return Uni.createFrom().item(new Put(found, false));
        }
        return users.update(key, after)
                .flatMap(_ -> writeIdentifiers(key, input, Optional.of(before), after, author))
                .map(_ -> new Put(versioned(after), false));
    }

    private Uni<Void> writeIdentifiers(UserKey key, UserInput input, Optional<User> before, User user, Author author) {
        return users.insertIdentifiers(key, before, user, clock.instant(), author)
                .invoke(taken -> requireNone(taken, input))
                .replaceWithVoid();
    }

    private void requireSize(UserInput input) {
        var violations = new Violations();
        requireSize("public_data", input.publicData(), violations);
        requireSize("private_data", input.privateData(), violations);
        ProblemException.throwIfAny(violations);
    }

    private void requireSize(String member, String document, Violations violations) {
        if (CompactSize.of(document) > limits.maxBytes()) {
            violations.broken(
                    new Pointer("/" + member),
                    "too_large",
                    "must not take more than %d bytes".formatted(limits.maxBytes()));
        }
    }

    private static void requireNone(List<TakenIdentifier> taken, UserInput input) {
        if (!taken.isEmpty()) {
            var violations = new Violations();
            taken.forEach(each -> violations.broken(each.in(input), "taken", "belongs to another user"));
            throw new ProblemException(new Problem.IdentifierTaken(violations.found()));
        }
    }

    private Uni<ListPage<User>> page(UserListPage page, PageResult<Cursor> found) {
        List<Cursor> all = found.items();
        List<Cursor> shown = all.subList(0, Math.min(page.size(), all.size()));
        Optional<String> next =
                all.size() > page.size() ? Optional.of(shown.getLast().text(page.list())) : Optional.empty();
        return reader.read(
                        page.list().tenantId(),
                        shown.stream().map(Cursor::userId).toList())
                .map(users -> new ListPage<>(users, page.number(), page.size(), found.total(), next.isPresent(), next));
    }

    private Uni<ListPage<User>> emptyPage(UserListPage page) {
        return users.count(page)
                .map(total ->
                        new ListPage<User>(List.of(), page.number(), page.size(), total, false, Optional.empty()));
    }

    private VersionedUser versioned(User user) {
        return VersionedUser.of(user, json);
    }
}
