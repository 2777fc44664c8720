package io.useradmin.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceLogsTest {
    private static final String TEST = "ServiceLogsTest.keeps";

    @TempDir
    Path folder;

    @Test
    void keepsTheLogsOfRunningAndEndedServicesAndNamesThemInTheFailure() throws Exception {
        Path running = log("running");
        Path ended = log("ended");
        ServiceLogs.ended(ended);
        Path other = Files.writeString(folder.resolve("packaged-9.log"), "of the framework");
        var failure = new AssertionError("a test failed");

        ServiceLogs.keep(TEST, Stream.of(other, folder.resolve("none")), failure);
        ServiceLogs.ended(running);

        assertThat(failure.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly(named(running), named(ended), named(other));
        assertThat(Arrays.stream(failure.getSuppressed()).map(ServiceLogsTest::content))
                .containsExactly("running", "ended", "of the framework");
    }

    private static Path log(String content) throws Exception {
        return Files.writeString(ServiceLogs.create(), content);
    }

    private static String named(Path log) {
        return "log of a service: " + Path.of("target", "service-logs", TEST + "-" + log.getFileName());
    }

    private static String content(Throwable note) {
        return FileText.of(Path.of(note.getMessage().replaceFirst("log of a service: ", "")));
    }
}
