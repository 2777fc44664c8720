package io.useradmin.group;

import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.SortKey;
import io.useradmin.shared.Violations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a list of groups can be sorted by. */
enum GroupSort implements SortKey {
    GROUP_ID("group_id", "group_id"),
    NAME("name", "g.name collate \"C\"");

    private final String parameterName;
    private final String column;

    GroupSort(String parameterName, String column) {
        this.parameterName = parameterName;
        this.column = column;
    }

    /** The page that a request asks for, by default in the order of the identifiers; what is wrong goes to {@code violations}. */
    static PageRequest<GroupSort> page(@Nullable String query, Violations violations) {
        return QueryParameters.of(query, violations).page(List.of(values()), new Sort<>(GROUP_ID, true));
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** What is compared of {@code groups g}, or a column of the result; names byte by byte, so that their order is the same in every database. */
    String column() {
        return column;
    }
}
