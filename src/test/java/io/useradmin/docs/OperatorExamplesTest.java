package io.useradmin.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.docs.Bash.Ended;
import io.useradmin.docs.CodeBlock.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the code blocks with {@code useradmin} in the order of their page, and compares their output with the page. A command without
 * shown output must succeed. {@link ReadmeIT} does the same for the README.
 */
class OperatorExamplesTest {
    /** How the commands begin that this test cannot run, and why. */
    private static final Map<String, String> NOT_RUN = Map.of(
            "useradmin distribute", "needs Citus; CitusDistributionIT runs it",
            "curl", "needs the service in the cluster");

    /** What commands write every few seconds. */
    private static final Pattern PROGRESS = Pattern.compile("(?m)^\\d.*(/s|left|so far)\\R");

    private static final String TARGET = "https://events.example.com/useradmin";

    /** The real identifiers of keys, by those on the page. */
    private final Map<String, String> keyIds = new HashMap<>();

    @TempDir
    private Path folder;

    private OperatorFixture fixture;
    private OperatorShell shell;

    static List<Path> pages() throws IOException {
        return CodeBlock.documents().stream()
                .filter(page -> !page.equals(Path.of("README.md")))
                .filter(page -> !blocks(page).isEmpty())
                .toList();
    }

    @BeforeEach
    void open() throws IOException {
        fixture = new OperatorFixture(folder);
        shell = new OperatorShell(folder, fixture.commands());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void workAsWritten(Path page) throws Exception {
        Bash.assumeInstalled("bash", "jq", "openssl");
        String heading = "";
        for (CodeBlock block : blocks(page)) {
            if (!block.heading().equals(heading)) {
                heading = block.heading();
                fixture.prepare(heading);
            }
            for (Command command : block.commands()) {
                if (isRun(command)) {
                    run(command);
                }
            }
        }
    }

    @Test
    void theListsHaveNoUnusedEntries() throws IOException {
        List<CodeBlock> blocks =
                pages().stream().flatMap(page -> blocks(page).stream()).toList();
        assertThat(blocks).extracting(CodeBlock::heading).containsAll(fixture.headings());
        assertThat(NOT_RUN.keySet())
                .allSatisfy(beginning -> assertThat(blocks.stream().flatMap(block -> block.commands().stream()))
                        .anyMatch(command -> command.text().startsWith(beginning)));
    }

    private static List<CodeBlock> blocks(Path page) {
        return CodeBlock.of(page).stream()
                .filter(CodeBlock::isShell)
                .filter(block -> block.commands().stream().anyMatch(command -> OperatorShell.isUsed(command.text())))
                .toList();
    }

    private static boolean isRun(Command command) {
        return !ShellExamplesTest.isNotRun(command) && NOT_RUN.keySet().stream().noneMatch(command.text()::startsWith);
    }

    private void run(Command command) throws Exception {
        Ended ended = shell.run(adapted(command.text()));
        if (command.output().isEmpty()) {
            assertThat(ended.status()).as("%s%n%s", command, ended.output()).isZero();
        } else {
            compare(command, ended.output());
        }
    }

    /** {@code deliver} would run until it is stopped, and its receiver would have to be public. */
    private String adapted(String text) {
        String adapted = text.replace("useradmin deliver", "useradmin deliver --once --allow-private >/dev/null")
                .replace(TARGET, fixture.receiver().url("/"));
        for (Map.Entry<String, String> keyId : keyIds.entrySet()) {
            adapted = adapted.replace(keyId.getKey(), keyId.getValue());
        }
        return adapted;
    }

    /** On a slow machine, there can be lines about the progress that are not on the page. */
    private void compare(Command command, String written) {
        String shown = String.join("\n", command.output())
                .replace(TARGET, fixture.receiver().url("/"));
        String output = PROGRESS.matcher(shown).find()
                ? written
                : PROGRESS.matcher(written).replaceAll("");
        Matcher matcher =
                Pattern.compile(ShownOutput.pattern(shown), Pattern.DOTALL).matcher(output);
        assertThat(matcher.matches())
                .as("%s%nmust print:%n%s%nbut prints:%n%s", command, shown, output)
                .isTrue();
        List<String> shownIds = ShownOutput.keyIds(shown);
        for (int index = 0; index < shownIds.size(); index++) {
            String real = matcher.group(index + 1);
            assertThat(keyIds.computeIfAbsent(shownIds.get(index), _ -> real))
                    .as("%s: the key that the page calls %s", command, shownIds.get(index))
                    .isEqualTo(real);
        }
        assertThat(keyIds.values())
                .as("%s: the page has two names for a key", command)
                .doesNotHaveDuplicates();
    }
}
