package io.useradmin.user;

import io.quarkus.hibernate.reactive.panache.common.WithTransaction;
import io.smallrye.mutiny.Uni;
import io.useradmin.audit.Author;
import io.useradmin.http.Preconditions;
import io.useradmin.json.CompactSize;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.json.JsonText;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.profile.Documents;
import io.useradmin.profile.User;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserParser;
import io.useradmin.profile.UserReader;
import io.useradmin.profile.VersionedUser;
import io.useradmin.shared.Ids;
import io.useradmin.shared.ListPage;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.PageResult;
import io.useradmin.shared.TotalCount;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The rules for whole users. Quarkus also intercepts calls between methods of a bean, so {@code delete} can choose a transaction. */
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
     * The result of putting a user.
     *
     * @param created whether there was none before
     */
    record Put(VersionedUser user, boolean created) {}

    /**
     * The user; {@link ProblemType#USER_NOT_FOUND}.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    Uni<VersionedUser> read(UserKey key, Documents shown, Optional<Author> author) {
        return reader.read(key, shown, author);
    }

    /**
     * A page of users.
     *
     * @param author the author of the recorded read; empty if it is not recorded
     */
    Uni<ListPage<User>> list(UserListPage page, Documents shown, Optional<Author> author) {
        return users.list(page)
                .flatMap(found -> found.items().isEmpty() ? emptyPage(page) : page(page, found, shown, author));
    }

    /**
     * Creates or replaces a user; sessions, addresses and groups stay. Concurrent writes of the user are serialized.
     * {@link ProblemType#PRECONDITION_FAILED}, {@link Problem.IdentifierTaken}.
     *
     * @param given the documents to replace; the others stay
     */
    @WithTransaction
    Uni<Put> put(UserKey key, UserInput input, Documents given, Preconditions expected, Author author) {
        return users.written(key, input)
                .invoke(this::requireSize)
                .flatMap(written -> createOrReplace(key, written, given, expected, author));
    }

    /** Creates a user with a generated identifier; {@link Problem.IdentifierTaken}. */
    Uni<VersionedUser> create(String tenantId, UserInput input, Author author) {
        return put(new UserKey(tenantId, ids.next()), input, Documents.ALL, Preconditions.NONE, author)
                .map(Put::user);
    }

    /**
     * Applies a merge patch to a user, without the documents; {@link ProblemType#USER_NOT_FOUND}, {@link ProblemType#PRECONDITION_FAILED},
     * {@link ProblemType#INVALID_REQUEST}, {@link Problem.IdentifierTaken}.
     */
    @WithTransaction
    Uni<Put> patch(UserKey key, JsonMembers patch, Preconditions expected, Author author) {
        return reader.serialize(key)
                .flatMap(_ -> reader.readInTransaction(key, Documents.ALL))
                .invoke(before -> before.require(expected, json))
                .flatMap(before -> replaceStored(key, patched(before.user(), patch), before, author));
    }

    /**
     * Deletes a user and everything that belongs to it; {@link ProblemType#USER_NOT_FOUND},
     * {@link ProblemType#PRECONDITION_FAILED}.
     */
    Uni<Void> delete(UserKey key, Preconditions expected, Author author) {
        return expected.allowEveryVersion()
                ? users.delete(key, clock.instant(), author)
                : deleteVersion(key, expected, author);
    }

    @WithTransaction
    Uni<Void> deleteVersion(UserKey key, Preconditions expected, Author author) {
        return reader.serialize(key)
                .flatMap(_ -> users.lock(key))
                .flatMap(_ -> reader.readInTransaction(key, Documents.NONE))
                .invoke(user -> user.require(expected, json))
                .flatMap(_ -> users.deleteLocked(key, clock.instant(), author));
    }

    private UserInput patched(User before, JsonMembers patch) {
        var violations = new Violations();
        UserInput input =
                UserParser.patched(patch, before.userId(), json.of(before.showing(Documents.NONE)), violations);
        ProblemException.throwIfAny(violations);
        return input.keeping(before, Documents.NONE);
    }

    private Uni<Put> createOrReplace(
            UserKey key, UserInput input, Documents given, Preconditions expected, Author author) {
        return users.insert(key, input.created(key.userId(), clock.instant(), ids::next))
                .flatMap(inserted -> inserted.map(user -> created(key, input, user, expected, author))
                        .orElseGet(() -> lockAndReplace(key, input, given, expected, author)));
    }

    private Uni<Put> created(
            UserKey key, UserInput input, VersionedUser created, Preconditions expected, Author author) {
        expected.require(Optional.empty());
        return writeIdentifiers(key, input, Optional.empty(), created.user(), author)
                .map(_ -> new Put(created, true));
    }

    /** Starts again if the user was deleted in the meantime. */
    private Uni<Put> lockAndReplace(
            UserKey key, UserInput input, Documents given, Preconditions expected, Author author) {
        return users.lock(key)
                .flatMap(found -> found
                        ? reader.readInTransaction(key, Documents.ALL)
                                .invoke(before -> before.require(expected, json))
                                .flatMap(before ->
                                        replaceStored(key, input.keeping(before.user(), given), before, author))
                        : createOrReplace(key, input, given, expected, author));
    }

    private Uni<Put> replaceStored(UserKey key, UserInput input, VersionedUser found, Author author) {
        User before = found.user();
        User after = input.replacing(before, clock.instant(), ids::next);
        if (after.equals(before)) {
            return Uni.createFrom().item(new Put(found, false));
        }
        return users.update(key, after)
                .call(_ -> writeIdentifiers(key, input, Optional.of(before), after, author))
                .map(written -> new Put(written, false));
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
            throw new ProblemException(new Problem.IdentifierTaken(TakenIdentifier.violations(taken, input)));
        }
    }

    private Uni<ListPage<User>> page(
            UserListPage page, PageResult<UserPosition> found, Documents shown, Optional<Author> author) {
        List<UserPosition> all = found.items();
        List<UserPosition> onPage = all.subList(0, Math.min(page.size(), all.size()));
        Optional<String> next =
                all.size() > page.size() ? Optional.of(onPage.getLast().text(page.list())) : Optional.empty();
        return reader.read(
                        page.list().tenantId(),
                        onPage.stream().map(UserPosition::userId).toList(),
                        shown,
                        author)
                .map(users -> listPage(page, users, found.total(), next));
    }

    private Uni<ListPage<User>> emptyPage(UserListPage page) {
        return users.count(page).map(total -> listPage(page, List.of(), total, Optional.empty()));
    }

    private static ListPage<User> listPage(
            UserListPage page, List<User> users, TotalCount total, Optional<String> next) {
        return new ListPage<>(
                users, page.number(), page.size(), total, UserListPage.LAST_BY_NUMBER, next.isPresent(), next);
    }
}
