package io.useradmin.schema;

import io.useradmin.shared.TenantNode;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Inserts in the {@code with} queries of a statement. */
final class NestedInserts {
    private static final Pattern QUERY = Pattern.compile("(\\w+) as (?:materialized )?\\(");

    /** From the first selected value to the end of the insert. */
    private static final Pattern INSERT = Pattern.compile(
            "\\(\\s*insert into \\w+(?: as \\w+)? \\([^)]*\\)\\s+select (.+?)(?=\\bon conflict\\b|\\breturning\\b|\\n\\s*\\))",
            Pattern.DOTALL);

    private NestedInserts() {}

    /** Inserts of rows of other {@code with} queries that do not take the tenant from {@link TenantNode}. */
    static List<String> withoutNode(String statement) {
        Pattern rows = Pattern.compile(QUERY.matcher(statement)
                .results()
                .map(query -> query.group(1))
                .distinct()
                .collect(Collectors.joining("|", "(?:\\bfrom|,)\\s+(?:", ")\\b(?!\\.)")));
        return INSERT.matcher(statement)
                .results()
                .map(insert -> insert.group(1))
                .filter(insert -> rows.matcher(insert).find())
                .filter(insert -> !insert.startsWith(TenantNode.TENANT + ","))
                .toList();
    }
}
