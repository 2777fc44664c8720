package io.useradmin.key;

import io.useradmin.shared.PageRequest;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Sort;
import io.useradmin.shared.SortKey;
import io.useradmin.shared.Violations;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a list of keys can be sorted by. */
enum KeySort implements SortKey {
    CREATED_AT("created_at", "created_at"),
    NAME("name", "name collate \"C\"");

    private final String parameterName;
    private final String column;

    KeySort(String parameterName, String column) {
        this.parameterName = parameterName;
        this.column = column;
    }

    /** The page that a request asks for, by default the newest key first; what is wrong goes to {@code violations}. */
    static PageRequest<KeySort> page(@Nullable String query, Violations violations) {
        return QueryParameters.of(query, violations).page(List.of(values()), Sort.descending(CREATED_AT));
    }

    @Override
    public String parameterName() {
        return parameterName;
    }

    /** What is compared; names byte by byte, so that their order is the same in every database. */
    String column() {
        return column;
    }
}
