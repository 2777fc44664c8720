package io.useradmin.docs;

import static io.useradmin.testsupport.Api.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Api;
import io.useradmin.testsupport.Await;
import io.useradmin.testsupport.Tenant;
import io.useradmin.testsupport.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the consumers in docs/events.md unchanged. They must handle changes, also of odd members, and store their cursor. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EventExamplesTest {
    private static final Path DOCS = Path.of("docs", "events.md");
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String UPDATED = "io.useradmin.user.public_data.updated";
    /** JSON may have them, but some languages end a line there: U+0085, U+2028, U+2029. */
    private static final String LINE_ENDS = "\u0085\u2028\u2029";

    @TempDir
    private Path folder;

    final Tenant tenant = Tenant.create();
    final String user = tenant.user();
    private String key = tenant.apiKey();
    private int changes;

    @Test
    void shell() throws Exception {
        Bash.assumeInstalled("bash", "curl", "jq");
        // The loop never ends by itself: run() kills it when the event and the cursor are written.
        run(shellExample(), () -> Files.exists(folder.resolve("cursor")) && isHandled());
    }

    @Test
    void shellKeepsItsCursorAfterAnError() throws Exception {
        Bash.assumeInstalled("bash", "curl", "jq");
        key = "unknown";
        Path cursor = Files.writeString(folder.resolve("cursor"), "now");

        run(shellExample(), () -> Files.readString(folder.resolve("output")).contains("401"));

        assertThat(cursor).hasContent("now");
        assertThat(folder.resolve("handled")).doesNotExist();
    }

    private static List<String> shellExample() throws IOException {
        return List.of("bash", "-c", "handle() { cat >>handled; }\n" + example("sh"));
    }

    @Test
    void java() throws Exception {
        Path program = Files.writeString(folder.resolve("Program.java"), """
                import java.net.URI;
                import java.net.http.*;
                import java.net.http.HttpResponse.BodyHandlers;
                import java.nio.file.*;

                class Program {
                    public static void main(String... arguments) throws Exception {
                        String url = System.getenv("URL"), key = System.getenv("KEY"), cursor = System.getenv("CURSOR");
                        HttpClient client = HttpClient.newHttpClient();
                %s
                    }

                    static void handle(String event) {
                        write("handled", event);
                    }

                    static void remember(String cursor) {
                        write("cursor", cursor);
                    }

                    static void write(String file, String text) {
                        try {
                            Files.writeString(Path.of(file), text);
                        } catch (java.io.IOException failure) {
                            throw new java.io.UncheckedIOException(failure);
                        }
                    }
                }
                """.formatted(example("java")));

        run(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), program.toString()),
                this::isRemembered);
    }

    @Test
    void typeScript() throws Exception {
        Bash.assumeInstalled("node");
        // The example is also valid JavaScript, so any version of Node.js can run it.
        Path program = Files.writeString(folder.resolve("program.mjs"), """
                import { writeFileSync } from "node:fs";

                const { URL: url, KEY: key, CURSOR: cursor } = process.env;
                const handle = event => writeFileSync("handled", JSON.stringify(event));
                const remember = id => writeFileSync("cursor", id);
                %s
                """.formatted(example("ts")));

        run(List.of("node", program.toString()), this::isRemembered);
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    /** Changes something again and again until the consumer is done, because it may start after the first changes. */
    private void run(List<String> command, Condition done) throws Exception {
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().put("URL", "http://localhost:" + Api.port());
        builder.environment().put("KEY", key);
        builder.environment().put("CURSOR", as(tenant).get("/api/events").header("X-Next-Cursor"));
        Process consumer = builder.start();
        try {
            Await.until("the consumer has an event", TIMEOUT, () -> {
                change();
                assertThat(consumer.isAlive() || done.holds())
                        .as(Files.readString(folder.resolve("output")))
                        .isTrue();
                return done.holds();
            });
        } finally {
            consumer.descendants().forEach(ProcessHandle::destroyForcibly);
            consumer.destroyForcibly();
        }
    }

    private void change() {
        changes++;
        as(tenant)
                .body("{\"public_data\": {\"changes%s\": %d}}".formatted(LINE_ENDS, changes))
                .patch("/api/users/{user}/public_data", user)
                .then()
                .statusCode(200);
    }

    private boolean isRemembered() throws IOException {
        return Files.exists(folder.resolve("cursor"))
                && isHandled()
                && as(tenant)
                                .queryParam("after", Files.readString(folder.resolve("cursor")))
                                .get("/api/events")
                                .statusCode()
                        == 200;
    }

    private boolean isHandled() throws IOException {
        Path handled = folder.resolve("handled");
        return Files.exists(handled)
                && Files.readString(handled).contains("\"type\":\"" + UPDATED + "\"")
                && Files.readString(handled).contains("/changes" + LINE_ENDS);
    }

    /** The code block of a language. */
    private static String example(String language) throws IOException {
        Matcher block =
                Pattern.compile("(?s)\n```" + language + "\n(.*?)\n```\n").matcher(Files.readString(DOCS));
        assertThat(block.find()).as("an example in " + language).isTrue();
        return block.group(1);
    }
}
