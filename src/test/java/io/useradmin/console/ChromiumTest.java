package io.useradmin.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChromiumTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"/no/such/browser", "/", "pom.xml", ""})
    void refusesAPathThatIsNoProgram(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Chromium.named(path))
                .withMessage("-Dchromium=%s is not a program that this user can run.", path);
    }

    @Test
    void takesAProgram() throws Exception {
        Path program = Files.createFile(folder.resolve("browser"));
        assertThat(program.toFile().setExecutable(true)).isTrue();

        assertThat(Chromium.named(program.toString())).isEqualTo(program);
    }
}
