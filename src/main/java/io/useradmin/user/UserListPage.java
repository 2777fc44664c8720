package io.useradmin.user;

import io.useradmin.shared.Counting;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.Violations;
import java.util.List;
import java.util.Optional;

/**
 * The requested page of a list of users.
 *
 * @param page counted from 1; ignored if there is a cursor
 * @param after the user before the first user of the page
 * @param counting whether the total has a limit
 */
record UserListPage(UserList list, int page, int size, Optional<UserPosition> after, Counting counting) {
    /** Page numbers work up to this user. Beyond it, clients need cursors, because the cost of skipping users grows. */
    static final int LAST_BY_NUMBER = 10_000;

    /** Parses the parameters of a query; errors are added to {@code violations}. */
    static UserListPage read(String tenantId, QueryParameters query, Counting counting, Violations violations) {
        PageRequest<UserSort> page =
                query.page(List.of(UserSort.values()), Sort.descending(UserSort.CREATION_TIME), counting);
        var list = new UserList(tenantId, UserFilter.read(query, violations), page.sort());
        if ((long) page.page() * page.size() > LAST_BY_NUMBER) {
            violations.broken(
                    new Parameter("page"),
                    "out_of_range",
                    "must end within the first %d users; use the next links to continue".formatted(LAST_BY_NUMBER));
        }
        Optional<String> cursor = query.text("cursor");
        if (cursor.isPresent() && query.text("page").isPresent()) {
            violations.broken(new Parameter("page"), "not_together", "must not be given together with cursor");
        }
        return new UserListPage(
                list,
                page.page(),
                page.size(),
                cursor.flatMap(text -> cursor(text, list, violations)),
                page.counting());
    }

    /** The number of skipped users, which is bounded. */
    int offset() {
        return after.isPresent() ? 0 : (page - 1) * size;
    }

    /** The number of the page, if it has one. */
    Optional<Integer> number() {
        return after.isPresent() ? Optional.empty() : Optional.of(page);
    }

    private static Optional<UserPosition> cursor(String text, UserList list, Violations violations) {
        return violations.position(
                new Parameter("cursor"),
                "must come from a next link of this list, with the same sort and filters",
                () -> UserPosition.read(text, list));
    }
}
