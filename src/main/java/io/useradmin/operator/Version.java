package io.useradmin.operator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version, from a file that the build writes next to the classes. */
class Version implements IVersionProvider {
    private static final String RESOURCE = "/useradmin.version";

    @Override
    public String[] getVersion() throws IOException {
        try (InputStream resource = Objects.requireNonNull(Version.class.getResourceAsStream(RESOURCE))) {
            String version = new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new String[] {RootCommand.NAME + " " + version};
        }
    }
}
