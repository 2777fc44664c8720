package io.useradmin.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The native binary has the files of service providers, because Quarkus adds them for its libraries. A provider in such a file
 * that is not registered for reflection is an error for everybody who looks for providers.
 */
class ServiceProvidersTest {
    private static final Path FILES = Path.of("target/classes/META-INF/services");
    /** Nobody looks for it at run time. */
    private static final String OF_THE_BUILD =
            "jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension";

    @Test
    void areRegisteredForReflection() throws Exception {
        RegisterForReflection registered =
                Class.forName("io.useradmin.NativeReflection").getAnnotation(RegisterForReflection.class);

        assertThat(registered.classNames()).containsAll(providers());
    }

    private static List<String> providers() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(file -> !file.endsWith(OF_THE_BUILD))
                    .flatMap(ServiceProvidersTest::lines)
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
