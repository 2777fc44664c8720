package io.useradmin.withcompilers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.caoccao.javet.exceptions.JavetException;
import io.useradmin.testsupport.NeedsV8;
import io.useradmin.testsupport.OpenApiDocument;
import io.useradmin.withcompilers.ApiDocument.Call;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients generated from the document compile, together with a program that calls every operation. */
class GeneratedClientsIT {
    private static final List<Call> CALLS = ApiDocument.committed().calls();

    /** Generated clients need it to send null. The build copies it there. */
    private static final Path NULLABLE = Path.of("target", "client-tools", "jackson-databind-nullable.jar");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void generate() throws IOException, InterruptedException {
        GeneratedClient.generate(
                List.of(config("java", """
                                generatorName: java
                                library: native
                                additionalProperties: {useJakartaEe: true}
                                """), config("typescript", """
                                generatorName: typescript-fetch
                                additionalProperties: {modelPropertyNaming: original, paramNaming: original}
                                """)), folder.resolve("generator.log"));
    }

    private static Path config(String language, String config) throws IOException {
        return Files.writeString(
                folder.resolve(language + ".yaml"),
                "%sinputSpec: '%s'%noutputDir: '%s'%n"
                        .formatted(config, OpenApiDocument.FILE.toAbsolutePath(), folder.resolve(language)));
    }

    @Test
    void programInJavaCompiles() throws IOException {
        Path sources = folder.resolve("java/src/main/java");
        var client = GeneratedClient.read(sources, ".java");

        String program = new JavaProgram(client).text(CALLS);

        assertThat(errorsInJava(program, client, sources)).as(program).isEmpty();
    }

    @Test
    @NeedsV8
    void programInTypeScriptCompiles() throws IOException, JavetException {
        var client = GeneratedClient.read(folder.resolve("typescript"), ".ts");

        String program = new TypeScriptProgram(client).text(CALLS);

        assertThat(TypeScriptCompiler.errors(program, client)).as(program).isEmpty();
    }

    /** The compiler errors; empty if the program compiles. */
    private static String errorsInJava(String program, GeneratedClient client, Path sources) throws IOException {
        Files.writeString(sources.resolve("Program.java"), program);
        Stream<String> files = Stream.concat(client.sources().keySet().stream(), Stream.of(Path.of("Program.java")))
                .map(file -> sources.resolve(file).toString());
        Stream<String> options = Stream.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + NULLABLE,
                "-d",
                folder.toString());
        var output = new ByteArrayOutputStream();
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(null, output, output, Stream.concat(options, files).toArray(String[]::new));
        return exit == 0 ? "" : output.toString(UTF_8);
    }
}
