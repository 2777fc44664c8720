package io.useradmin.withcompilers;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Microsoft's TypeScript compiler, run in V8. So Node.js is not necessary. */
public final class TypeScriptCompiler {
    /** The build copies it there. */
    private static final Path PACKAGE = Path.of("target", "client-tools", "typescript.jar");

    private static final String OPTIONS_OF_CLIENTS = """
            {"strict": true, "noEmit": true, "skipLibCheck": true, "target": "es2022", "module": "esnext",
             "moduleResolution": "bundler", "lib": ["es2022", "dom"], "types": []}
            """;

    /** Returns the errors in {@code roots} and their imports. */
    private static final String CHECK = """
            const texts = JSON.parse(files);
            const options = ts.convertCompilerOptionsFromJson(JSON.parse(compilerOptions), '/').options;
            const host = {
              fileExists: name => name in texts,
              readFile: name => texts[name],
              getSourceFile: (name, version) =>
                name in texts ? ts.createSourceFile(name, texts[name], version) : undefined,
              getDefaultLibLocation: () => '/lib',
              getDefaultLibFileName: () => '/lib/lib.d.ts',
              getCurrentDirectory: () => '/',
              getCanonicalFileName: name => name,
              useCaseSensitiveFileNames: () => true,
              getNewLine: () => '\\n',
            };
            ts.formatDiagnostics(ts.getPreEmitDiagnostics(ts.createProgram(JSON.parse(roots), options, host)), host);
            """;

    private TypeScriptCompiler() {}

    /** The compiler errors of {@code program} with the generated client; empty if it compiles. */
    static String errors(String program, GeneratedClient client) throws IOException, JavetException {
        Map<String, String> files = new HashMap<>();
        client.sources().forEach((path, text) -> files.put("/" + path.toString().replace('\\', '/'), text));
        files.put("/program.ts", program);
        return errors(files, List.of("/program.ts"), OPTIONS_OF_CLIENTS);
    }

    /**
     * The compiler errors; empty if there are none.
     *
     * @param files the texts by absolute path
     * @param roots the files to check; their imports are checked too
     * @param options the compilerOptions of a tsconfig.json
     */
    public static String errors(Map<String, String> files, Collection<String> roots, String options)
            throws IOException, JavetException {
        Map<String, String> all = new HashMap<>(files);
        try (FileSystem compiler = FileSystems.newFileSystem(PACKAGE);
                V8Runtime v8 = V8Host.getV8Instance().createV8Runtime()) {
            Path lib = libFolder(compiler);
            addDeclarations(lib, all);
            v8.getExecutor(Files.readString(lib.resolve("typescript.js"))).executeVoid();
            var json = new ObjectMapper();
            v8.getGlobalObject().set("files", json.writeValueAsString(all));
            v8.getGlobalObject().set("roots", json.writeValueAsString(roots));
            v8.getGlobalObject().set("compilerOptions", options);
            return v8.getExecutor(CHECK).executeString();
        }
    }

    private static Path libFolder(FileSystem compiler) throws IOException {
        try (Stream<Path> versions = Files.list(compiler.getPath("META-INF/resources/webjars/typescript"))) {
            return versions.findFirst().orElseThrow().resolve("lib");
        }
    }

    /** The type declarations of JavaScript and browsers. */
    private static void addDeclarations(Path lib, Map<String, String> files) throws IOException {
        try (Stream<Path> declarations = Files.list(lib)) {
            declarations
                    .filter(file -> file.getFileName().toString().matches("lib\\.(?:es|dom|decorators).*\\.d\\.ts"))
                    .forEach(file -> files.put("/lib/" + file.getFileName(), FileText.of(file)));
        }
    }
}
