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

/** The environment variables that the application reads. A misspelt one would be ignored without a word. */
final class EnvironmentNames {
    private static final Path OURS = Path.of("docs", "configuration.md");
    private static final Pattern SETTING = Pattern.compile("`(useradmin(?:\\.[a-z-]+)+)`");
    private static final String FRAMEWORKS = "META-INF/quarkus-config-doc/quarkus-config-model.json";

    private EnvironmentNames() {}

    static Set<String> known() throws IOException {
        return Stream.concat(ours(), frameworks().stream()).collect(Collectors.toSet());
    }

    private static Stream<String> ours() throws IOException {
        return SETTING.matcher(Files.readString(OURS))
                .results()
                .map(MatchResult::group)
                .map(setting -> setting.replace("`", "").replaceAll("[.-]", "_").toUpperCase(Locale.ROOT));
    }

    /** As each extension on the class path describes its own. */
    private static Set<String> frameworks() throws IOException {
        Set<String> names = new HashSet<>();
        List<URL> models =
                Collections.list(EnvironmentNames.class.getClassLoader().getResources(FRAMEWORKS));
        for (URL model : models) {
            for (JsonNode name : new ObjectMapper().readTree(model).findValues("environmentVariable")) {
                names.add(name.asText());
            }
        }
        return names;
    }
}
