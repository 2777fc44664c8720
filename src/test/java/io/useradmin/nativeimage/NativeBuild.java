package io.useradmin.nativeimage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * GraalVM's input for the native binary, written by {@code quarkus.native.sources-only}: the program with the framework's
 * generated code, which also runs on a JVM, and the metadata for reflection.
 */
final class NativeBuild {
    private static final Path FOLDER =
            Path.of("target", "native", "native-sources").toAbsolutePath();
    private static final String METADATA = "META-INF/native-image/";
    private static final String FEATURE = "io/quarkus/runner/Feature.class";
    private static final Pattern AT_RUN_TIME = Pattern.compile("--initialize-at-run-time=(\\S+)");
    /** The prefix of a JVM setting for the build itself. Classes that are initialized during the build read such settings. */
    private static final String OF_THE_BUILDER = "-J";

    private final List<String> arguments;
    private final JarFolder jars;
    private final Substitutions substitutions;
    private final Set<String> registered = new HashSet<>();
    private final List<Pattern> resources = new ArrayList<>();
    private final Set<String> initializedAtRunTime = new HashSet<>();

    /** Whether the build has written the input. */
    static boolean exists() {
        return Files.isDirectory(FOLDER);
    }

    NativeBuild() throws IOException {
        arguments = List.of(
                Files.readString(FOLDER.resolve("native-image.args")).strip().split(" "));
        jars = new JarFolder(FOLDER);
        substitutions = new Substitutions(jars);
        registered.addAll(CaffeineClasses.registeredByTheFramework(arguments::contains));
        initializedAtRunTime.addAll(initializedByTheFramework());
        for (String entry : jars.entries(each -> each.startsWith(METADATA))) {
            for (byte[] content : jars.read(entry)) {
                readMetadata(entry, content);
            }
        }
    }

    /** The command that runs the program on a JVM, with the settings of the build. */
    List<String> program() {
        String jar = jars.holder(FEATURE).toString();
        return Stream.concat(
                        arguments.stream()
                                .filter(argument -> argument.startsWith(OF_THE_BUILDER + "-D"))
                                .map(argument -> argument.substring(OF_THE_BUILDER.length())),
                        Stream.of("-jar", jar))
                .toList();
    }

    /** Whether a look-up that worked on the JVM also works in the binary. */
    boolean allows(Lookup lookup) {
        return lookup.callers().stream().anyMatch(this::isNotInTheBinary)
                || isAbsent(lookup)
                || (lookup.isOfResource()
                        ? resources.stream()
                                .anyMatch(
                                        known -> known.matcher(lookup.target()).matches())
                        : registered.contains(lookup.target()))
                || new CallSite(jars, lookup).isKnownToGraalVm();
    }

    /** Whether a method runs during the build, or is substituted. */
    private boolean isNotInTheBinary(String method) {
        String type = method.substring(0, method.indexOf('#'));
        return method.endsWith("#<clinit>") && !initializedAtRunTime.contains(type) || substitutions.replace(method);
    }

    private boolean isAbsent(Lookup lookup) {
        if (lookup.isOfResource()) {
            return !jars.has(lookup.target());
        }
        return !lookup.isOfProxy() && !jars.hasClass(lookup.target());
    }

    private void readMetadata(String entry, byte[] content) throws IOException {
        if (entry.endsWith("/reflect-config.json")) {
            new ObjectMapper()
                    .readTree(content)
                    .forEach(type -> registered.add(type.get("name").asText()));
        } else if (entry.endsWith("/resource-config.json")) {
            for (JsonNode included : new ObjectMapper().readTree(content).at("/resources/includes")) {
                resources.add(Pattern.compile(included.get("pattern").asText()));
            }
        } else if (entry.endsWith("/native-image.properties")) {
            initializedAtRunTime.addAll(AT_RUN_TIME
                    .matcher(new String(content, UTF_8))
                    .results()
                    .map(found -> found.group(1))
                    .flatMap(Pattern.compile(",")::splitAsStream)
                    .toList());
        }
    }

    /** The class names in the framework's generated feature: those that it builds before it passes them on. */
    private List<String> initializedByTheFramework() {
        MethodModel handsOver = jars.parse(FEATURE).methods().stream()
                .filter(method -> method.methodName().equalsString("beforeAnalysis"))
                .findFirst()
                .orElseThrow();
        List<String> names = new ArrayList<>();
        for (CodeElement element : handsOver.code().orElseThrow()) {
            if (element instanceof ConstantInstruction constant && constant.constantValue() instanceof String name) {
                names.add(name);
            } else if (element instanceof InvokeInstruction call && call.name().equalsString("initializeAtRunTime")) {
                break;
            }
        }
        return names;
    }
}
