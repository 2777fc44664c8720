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
 * Which part of a list of users is asked for.
 *
 * @param page counted from 1; of no meaning where there is a cursor
 * @param after the user after whom the page begins
 * @param counting how far the list is counted
 */
record UserListPage(UserList list, int page, int size, Optional<Cursor> after, Counting counting) {
    /** Pages are found by their number as far as this user; skipping more would cost more and more. */
    static final int LAST_BY_NUMBER = 10_000;

    /** Reads the parameters of a query; what is wrong goes to {@code violations}. */
    static UserListPage read(String tenantId, QueryParameters query, Counting counting, Violations violations) {
        PageRequest<UserSort> page = query.page(List.of(UserSort.values()), Sort.descending(UserSort.CREATION_TIME));
        var list = new UserList(tenantId, UserFilter.read(query, violations), page.sort());
        if ((long) page.page() * page.size() > LAST_BY_NUMBER) {
            violations.broken(
                    new Parameter("page"),
                    "out_of_range",
                    "must end within the first %d users; follow the next links to go on".formatted(LAST_BY_NUMBER));
        }
        Optional<String> cursor = query.text("cursor");
        if (cursor.isPresent() && query.text("page").isPresent()) {
            violations.broken(new Parameter("page"), "not_together", "must not be given together with cursor");
        }
        return new UserListPage(
                list, page.page(), page.size(), cursor.flatMap(text -> cursor(text, list, violations)), counting);
    }

    /** How many users are skipped, which is bounded. */
    int offset() {
        return after.isPresent() ? 0 : (page - 1) * size;
    }

    /** The page's number, where it has one. */
    Optional<Integer> number() {
        return after.isPresent() ? Optional.empty() : Optional.of(page);
    }

    private static Optional<Cursor> cursor(String text, UserList list, Violations violations) {
        Optional<Cursor> cursor = Cursor.read(text, list);
        if (cursor.isEmpty()) {
            violations.unreadable(
                    new Parameter("cursor"),
                    "malformed",
                    "must come from a next link of this list, with the same sort and filters");
        }
        return cursor;
    }
}
