package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The console's operations and scopes match the OpenAPI document. */
class ConsoleOperationsTest {
    private static final Path OPERATIONS = Path.of("src", "main", "resources", "web", "app", "api", "operations.js");
    private static final Pattern OPERATION =
            Pattern.compile("export const (\\w+) = operation\\('(\\w+)', '([^']+)', (?:'([^']+)'|null)\\);");

    private static final Path SCOPES = Path.of("src", "main", "resources", "web", "app", "settings", "scopes.js");
    private static final Pattern SCOPE = Pattern.compile("(?m)^ +'(\\w+:\\w+)': '");

    @Test
    void knowsMethodPathAndScopeOfEachOperation() throws Exception {
        Map<String, Operation> documented = OpenApiDocument.committed().operations().stream()
                .collect(Collectors.toMap(Operation::id, Function.identity()));
        List<String> used = OPERATION
                .matcher(Files.readString(OPERATIONS))
                .results()
                .map(match -> String.join(
                        " ", match.group(1), match.group(2), match.group(3), String.valueOf(match.group(4))))
                .toList();

        assertThat(used).hasSizeGreaterThan(40).allSatisfy(line -> {
            Operation operation = documented.get(line.split(" ", 2)[0]);
            assertThat(operation).as(line).isNotNull();
            String scope = operation.scope().isEmpty() ? "null" : operation.scope();
            assertThat(line).isEqualTo(operation.id() + " " + operation.name() + " " + scope);
        });
    }

    @Test
    void offersEachScopeThatAKeyCanHave() throws Exception {
        JsonNode documented =
                OpenApiDocument.committed().component("schemas", "KeyBody").at("/properties/scopes/items/enum");
        List<String> offered = SCOPE.matcher(Files.readString(SCOPES))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(documented)
                .extracting(JsonNode::asText)
                .filteredOn(scope -> !scope.equals("*"))
                .containsExactlyInAnyOrderElementsOf(offered);
    }
}
