package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DatabaseReadinessTest {
    private static final Pattern VERSION = Pattern.compile("V(\\d+)__\\w+\\.sql");

    private static final Pattern GRANT = Pattern.compile("grant ([^;]+?)\\s+on\\s+([^;]+?)\\s+to useradmin_service;");

    private static final Pattern RIGHT = Pattern.compile("(\\w+)(?: \\(([^)]+)\\))?");

    /** Rights without which the service works, because only some installations use them. */
    private static final Set<String> OPTIONAL = Set.of(
            "api_keys insert",
            "api_keys update (expires_at)",
            "api_keys update (rotated)",
            "api_keys update (made_to_expire_at)",
            "api_keys update (revoked_at)",
            "tenants update (created_at)");

    /** Without it, the check itself fails. */
    private static final Set<String> OF_THE_CHECK =
            Set.of("flyway_schema_history select (version)", "flyway_schema_history select (success)");

    @Test
    void needsTheDocumentedGrants() throws IOException {
        Set<String> documented = GRANT.matcher(Files.readString(Path.of("docs", "security.md")))
                .results()
                .filter(grant -> !grant.group(2).startsWith("schema "))
                .flatMap(grant -> Stream.of(grant.group(2).split(",\\s*"))
                        .flatMap(table -> rights(grant.group(1)).map(right -> table + " " + right)))
                .collect(Collectors.toSet());
        assertThat(documented).containsAll(OPTIONAL).containsAll(OF_THE_CHECK);

        documented.removeAll(OPTIONAL);
        documented.removeAll(OF_THE_CHECK);
        assertThat(Grants.NEEDED.stream()
                        .flatMap(needed -> needed.rights().stream()
                                .map(right -> needed.table() + " " + right
                                        + (needed.column().isEmpty() ? "" : " (" + needed.column() + ")"))))
                .as("Grants.NEEDED has the rights that docs/security.md grants, without OPTIONAL")
                .containsExactlyInAnyOrderElementsOf(documented);
    }

    /** A right on several columns counts for each of them. */
    private static Stream<String> rights(String granted) {
        return RIGHT.matcher(granted)
                .results()
                .flatMap(right -> right.group(2) == null
                        ? Stream.of(right.group(1))
                        : Stream.of(right.group(2).split(", ")).map(column -> right.group(1) + " (" + column + ")"));
    }

    @Test
    void needsTheNewestMigration() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "main", "resources", "db", "migration"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .flatMap(name -> VERSION.matcher(name).results())
                            .map(MatchResult::group)
                            .mapToInt(name -> Integer.parseInt(name.replaceAll("V|__.*", "")))
                            .max())
                    .as("the newest migration: set DatabaseReadiness.NEEDED_SCHEMA to it")
                    .hasValue(DatabaseReadiness.NEEDED_SCHEMA);
        }
    }
}
