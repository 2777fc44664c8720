package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.values.reference.IV8Module;
import com.caoccao.javet.values.reference.V8ValueArray;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FileText;
import io.useradmin.testsupport.NeedsV8;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the tests in src/test/console in V8. They test the console's logic that needs no browser. */
@NeedsV8
class ConsoleLogicTest {
    private static final Path TESTS = Path.of("src", "test", "console");

    /** V8 has no browser classes. This one has only the methods that the logic uses. */
    private static final String URL_SEARCH_PARAMS = """
            globalThis.URLSearchParams = class {
              #entries = [];
              constructor(init = '') {
                const decode = text => decodeURIComponent(text.replaceAll('+', ' '));
                const pairs = typeof init === 'string'
                  ? init.replace(/^\\?/, '').split('&').filter(Boolean).map(pair => {
                      const mark = pair.indexOf('=');
                      return mark < 0 ? [pair, ''] : [pair.slice(0, mark), pair.slice(mark + 1)];
                    }).map(pair => pair.map(decode))
                  : Symbol.iterator in init ? [...init] : Object.entries(init);
                pairs.forEach(([name, value]) => this.append(name, value));
              }
              get size() { return this.#entries.length; }
              append(name, value) { this.#entries.push([String(name), String(value)]); }
              get(name) { return this.#entries.find(([each]) => each === name)?.[1] ?? null; }
              getAll(name) { return this.#entries.filter(([each]) => each === name).map(([, value]) => value); }
              has(name) { return this.get(name) !== null; }
              [Symbol.iterator]() { return this.#entries.values(); }
              entries() { return this[Symbol.iterator](); }
              toString() {
                const encode = text => encodeURIComponent(text).replaceAll('%20', '+');
                return this.#entries.map(pair => pair.map(encode).join('=')).join('&');
              }
            };
            """;

    /** This V8 build has no locale data. */
    private static final String GROUPED_DIGITS = """
            Number.prototype.toLocaleString = function () {
              return String(this).replace(/\\B(?=(\\d{3})+$)/g, ',');
            };
            """;

    @TestFactory
    Stream<DynamicContainer> logic() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            List<Path> tests = files.filter(file -> file.toString().endsWith(".test.js"))
                    .sorted()
                    .toList();
            assertThat(tests).isNotEmpty();
            return tests.stream().map(ConsoleLogicTest::container);
        }
    }

    private static DynamicContainer container(Path file) {
        String name = TESTS.relativize(file).toString();
        Map<String, String> results = run(file);
        assertThat(results).as("tests in %s", name).isNotEmpty();
        return DynamicContainer.dynamicContainer(
                name,
                file.toUri(),
                results.entrySet().stream()
                        .map(result ->
                                DynamicTest.dynamicTest(result.getKey(), () -> assertPassed(result.getValue()))));
    }

    private static void assertPassed(String failure) {
        if (!failure.isEmpty()) {
            fail(failure);
        }
    }

    /** The failure of each test, empty if it passed. */
    private static Map<String, String> run(Path file) {
        Map<Path, IV8Module> modules = new HashMap<>();
        try (V8Runtime v8 = V8Host.getV8Instance().createV8Runtime()) {
            v8.setV8ModuleResolver((runtime, name, referrer) -> name.startsWith(".")
                    ? module(runtime, Path.of(referrer.getResourceName()).resolveSibling(name), modules)
                    : library(runtime, name));
            v8.getExecutor(URL_SEARCH_PARAMS).executeVoid();
            v8.getExecutor(GROUPED_DIGITS).executeVoid();
            v8.getExecutor(Files.readString(file))
                    .setResourceName(file.toString())
                    .setModule(true)
                    .executeVoid();
            v8.await();
            return results(v8);
        } catch (JavetException | IOException failure) {
            return Map.of("loads", String.valueOf(failure.getMessage()));
        }
    }

    private static Map<String, String> results(V8Runtime v8) throws JavetException {
        Map<String, String> results = new LinkedHashMap<>();
        v8.getExecutor("""
                globalThis.results = tests.map(({name}) => [name, 'does not end']);
                tests.forEach(async ({run}, index) => {
                  try {
                    await run();
                    results[index][1] = '';
                  } catch (error) {
                    results[index][1] = `${error}\\n${error.stack}`;
                  }
                });
                """).executeVoid();
        v8.await();
        try (V8ValueArray found = v8.getExecutor("results").execute()) {
            for (int index = 0; index < found.getLength(); index++) {
                try (V8ValueArray result = found.get(index)) {
                    String before = results.put(result.getString(0), result.getString(1));
                    assertThat(before).as("two tests: %s", result.getString(0)).isNull();
                }
            }
        }
        return results;
    }

    private static IV8Module module(V8Runtime v8, Path path, Map<Path, IV8Module> modules) throws JavetException {
        Path file = path.normalize();
        IV8Module known = modules.get(file);
        if (known == null) {
            known = v8.getExecutor(FileText.of(file))
                    .setResourceName(file.toString())
                    .setModule(true)
                    .compileV8Module();
            modules.put(file, known);
        }
        return known;
    }

    /** Wraps a library as a module, as the bundler does. */
    private static IV8Module library(V8Runtime v8, String name) throws JavetException {
        return v8.getExecutor("let module = {exports: {}}, exports = module.exports;\n" + main(name)
                        + "\nexport default module.exports;")
                .setResourceName(name)
                .setModule(true)
                .compileV8Module();
    }

    /** The main file in the package.json of a WebJar. */
    private static String main(String name) {
        try {
            Properties artifact = new Properties();
            artifact.load(resource("META-INF/maven/org.webjars.npm/" + name + "/pom.properties"));
            String folder = "META-INF/resources/webjars/" + name + "/" + artifact.getProperty("version") + "/";
            String main = new ObjectMapper()
                    .readTree(resource(folder + "package.json"))
                    .get("main")
                    .asText();
            return new String(resource(folder + main).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(ConsoleLogicTest.class.getClassLoader().getResourceAsStream(name), name);
    }
}
