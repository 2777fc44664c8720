package io.useradmin.operator.transfer.foreign;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Files in the documented formats of other products, each with the expected import lines. */
enum Fixture {
    KEYCLOAK("keycloak-realm", ".json"),
    AUTH0("auth0-users", ".ndjson"),
    KRATOS("kratos-identities", ".json");

    private final String name;
    private final String extension;

    Fixture(String name, String extension) {
        this.name = name;
        this.extension = extension;
    }

    Path path() {
        return resource(name + extension);
    }

    InputStream open() throws IOException {
        return Files.newInputStream(path());
    }

    List<String> lines() throws IOException {
        return Files.readAllLines(resource(name + ".lines"));
    }

    private static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(Fixture.class.getResource("/migrating/" + name))
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
