package io.useradmin.operator.transfer.foreign;

import static io.useradmin.operator.transfer.foreign.ForeignUsersTest.lines;
import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.operator.transfer.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the groups of Keycloak realms, and memberships in them. */
class KeycloakGroupsTest {
    private static final int LARGE = 5 * 1024 * 1024;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"organizations", "federatedUsers"})
    void countsAnOrganizationOfAnySize(String list) throws IOException {
        String members = "{\"username\":\"u\"},".repeat(LARGE / 17);
        try (Source source = realm("{\"%s\":[{\"members\":[%s1]},{}],\"users\":[]}".formatted(list, members))) {
            assertThat(lines(source)).isEmpty();
            assertThat(source.notImported().values()).containsExactly(2L);
        }
    }

    @Test
    void readsAGroupWithManySubgroups() throws IOException {
        int count = LARGE / 1000;
        String attributes = "\"attributes\":{\"a\":[\"%s\"]}".formatted("x".repeat(1000));
        String subGroups = IntStream.range(0, count)
                .mapToObj(number -> "{\"id\":\"%d\",\"name\":\"n%d\",%s}".formatted(number, number, attributes))
                .collect(Collectors.joining(","));
        try (Source source = realm("{\"groups\":[{\"subGroups\":[%s],\"id\":\"top\",\"name\":\"top\"}],\"users\":[]}"
                .formatted(subGroups))) {
            assertThat(lines(source))
                    .hasSize(count + 1)
                    .startsWith(
                            "{\"group_id\":\"top\",\"name\":\"/top\"}", "{\"group_id\":\"0\",\"name\":\"/top/n0\"}");
            assertThat(source.notImported()).isEqualTo(Map.of("attributes of groups", (long) count));
        }
    }

    @Test
    void losesNoGroupsOfUndocumentedTypes() throws IOException {
        try (Source source = realm("{\"groups\":[7,{\"id\":\"a\",\"subGroups\":[[\"x\"]]},"
                + "{\"id\":\"b\",\"subGroups\":{\"id\":\"c\"}},{\"id\":\"d\",\"subGroups\":null}],\"users\":[]}")) {
            assertThat(lines(source))
                    .containsExactly(
                            "7",
                            "{\"group_id\":\"a\",\"name\":\"/\"}",
                            "[\"x\"]",
                            "{\"group_id\":\"b\",\"name\":\"/\"}",
                            "{\"group_id\":\"d\",\"name\":\"/\"}");
            assertThat(source.notImported()).isEqualTo(Map.of("subGroups (unknown member)", 1L));
        }
    }

    /** The import rejects such a group. A membership in it would reject the user too. */
    @Test
    void countsMembershipsOfRejectedGroups() throws IOException {
        String longName = "x".repeat(256);
        try (Source source = realm("""
                {"groups": [{"id": "a", "name": "%1$s"}, {"id": "not an identifier", "name": "b"}, {"name": "c"},
                            {"id": "d", "name": "d", "description": 1}, {"id": "e", "name": "e\\ud800"},
                            {"id": "f", "name": "f"}],
                 "users": [{"id": "u", "enabled": true, "groups": ["/%1$s", "/b", "/c", "/d", "/e\\ud800", "/f", "/g"]}]}
                """.formatted(longName))) {
            assertThat(lines(source))
                    .hasSize(7)
                    .endsWith("{\"user_id\":\"u\",\"disabled\":false,\"groups\":[{\"group_id\":\"f\"}]}");
            assertThat(source.notImported()).isEqualTo(Map.of("memberships of missing or rejected groups", 6L));
        }
    }

    private Source realm(String text) throws IOException {
        return ForeignUsers.ofKeycloak(Files.writeString(directory.resolve("realm.json"), text));
    }
}
