package io.useradmin.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The environment variables that the application reads. It would silently ignore a misspelt one. */
final class EnvironmentNames {
    private static final Path CONFIGURATION_DOC = Path.of("docs", "configuration.md");
    private static final Pattern SETTING = Pattern.compile("`(useradmin(?:\\.[a-z-]+)+)`");
    private static final String FRAMEWORK_MODEL = "META-INF/quarkus-config-doc/quarkus-config-model.json";

    private EnvironmentNames() {}

    static Set<String> known() throws IOException {
        return Stream.concat(ofService(), ofFramework().stream()).collect(Collectors.toSet());
    }

    private static Stream<String> ofService() throws IOException {
        return SETTING.matcher(Files.readString(CONFIGURATION_DOC))
                .results()
                .map(MatchResult::group)
                .map(setting -> setting.replace("`", "").replaceAll("[.-]", "_").toUpperCase(Locale.ROOT));
    }

    /** The variables of all extensions on the class path, from their own descriptions. */
    private static Set<String> ofFramework() throws IOException {
        Set<String> names = new HashSet<>();
        List<URL> models =
                Collections.list(EnvironmentNames.class.getClassLoader().getResources(FRAMEWORK_MODEL));
        for (URL model : models) {
            for (JsonNode name : new ObjectMapper().readTree(model).findValues("environmentVariable")) {
                names.add(name.asText());
            }
        }
        return names;
    }
}
