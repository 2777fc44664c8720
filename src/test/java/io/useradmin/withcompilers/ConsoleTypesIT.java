package io.useradmin.withcompilers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FileText;
import io.useradmin.testsupport.NeedsV8;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The TypeScript compiler finds no error in the console's modules. Their types are in JSDoc comments. */
@NeedsV8
class ConsoleTypesIT {
    private static final Path WEB = Path.of("src", "main", "resources", "web");
    /** The build puts the libraries' type declarations there. */
    private static final Path LIBRARIES = Path.of("node_modules");

    @Test
    void areCorrect() throws Exception {
        Map<String, String> sources = read(WEB.resolve("app"), "/app", ".js", ".d.ts", ".json");
        Map<String, String> files = new TreeMap<>(sources);
        for (String library : List.of("lit", "lit-html", "lit-element", "@lit", "@codemirror", "@lezer", "style-mod")) {
            files.putAll(read(LIBRARIES.resolve(library), "/node_modules/" + library, ".d.ts", "package.json"));
        }

        assertThat(TypeScriptCompiler.errors(
                        files,
                        sources.keySet().stream()
                                .filter(name -> !name.endsWith(".json"))
                                .toList(),
                        options()))
                .isEmpty();
    }

    private static String options() throws IOException {
        return new ObjectMapper()
                .readTree(WEB.resolve("jsconfig.json").toFile())
                .get("compilerOptions")
                .toString();
    }

    private static Map<String, String> read(Path folder, String name, String... endings) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .forEach(file -> files.put(
                            name + "/" + folder.relativize(file).toString().replace('\\', '/'), FileText.of(file)));
        }
        return files;
    }
}
