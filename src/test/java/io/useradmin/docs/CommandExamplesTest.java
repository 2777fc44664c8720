package io.useradmin.docs;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.docs.Bash.Ended;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the requests in the docs with bash, in order, for a tenant with the user {@code u1}. All must succeed. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class CommandExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("```sh\\R(.*?)```", Pattern.DOTALL);

    /** A failed request ends the script, even if the example continues after an error. */
    private static final String PRELUDE = """
            set -euo pipefail
            curl() { command curl -fsS "$@" || { echo "curl $*" >>refused; return 22; }; }
            """;

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"api.md", "incidents.md"})
    void succeed(String document) throws Exception {
        Bash.assumeInstalled("bash", "curl", "jq");
        Tenant tenant = Tenant.create();
        as(tenant).body("{}").put("/api/users/u1").then().statusCode(201);

        Ended ended = Bash.run(folder, PRELUDE + requests(document), TIMEOUT, variables -> {
            variables.put("URL", "http://localhost:" + Api.port());
            variables.put("KEY", tenant.apiKey());
        });

        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(folder.resolve("refused")).doesNotExist();
    }

    private static String requests(String document) throws IOException {
        List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("docs", document)))
                .results()
                .map((MatchResult example) -> example.group(1))
                .filter(example -> example.contains("curl") || example.contains("post "))
                .toList();
        assertThat(examples).hasSizeGreaterThan(1);
        return examples.stream().collect(Collectors.joining("\n"));
    }
}
