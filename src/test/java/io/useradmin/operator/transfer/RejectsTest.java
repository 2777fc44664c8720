package io.useradmin.operator.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.operator.transfer.Checkpoint.Position;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RejectsTest {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("rejects");
    }

    @Test
    void haveTheLinesWithTheirErrors() throws IOException {
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines(3, 17));
            assertThat(rejects.count()).isEqualTo(2);
            assertThat(rejects.size()).isEqualTo(Files.size(file));
        }
        assertThat(file).hasContent("""
                {"line":3,"errors":[{"pointer":"/a~1b","code":"wrong","detail":"must be \\"right\\""}]}
                {"line":17,"errors":[{"pointer":"/a~1b","code":"wrong","detail":"must be \\"right\\""}]}
                """);
    }

    @Test
    void createNoFileWithoutRejects() throws IOException {
        Files.writeString(file, "{\"line\":1,\"errors\":[]}\n");
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines());
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void continueAtTheCheckpointAndDropLaterLines() throws IOException {
        try (var rejects = new Rejects(file, interruptedAfterLine3())) {
            rejects.add(lines(5, 6));
            assertThat(rejects.count()).isEqualTo(3);
        }
        assertThat(file)
                .content()
                .containsPattern("(?s)^\\{\"line\":3,.*\\n\\{\"line\":5,.*\\n\\{\"line\":6,[^\\n]*\\n$");
    }

    /** A line that was rejected before the interruption may be imported after it. */
    @Test
    void dropLaterLinesEvenIfNoMoreAreRejected() throws IOException {
        try (var rejects = new Rejects(file, interruptedAfterLine3())) {
            rejects.add(lines());
        }
        assertThat(file).content().containsOnlyOnce("\"line\"").startsWith("{\"line\":3,");
    }

    /** Writes line 5 too, which is not committed. */
    private Position interruptedAfterLine3() throws IOException {
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines(3));
            var committed = new Position(3, rejects.count(), rejects.size());
            rejects.add(lines(5));
            return committed;
        }
    }

    /** The first attempt to write the batch failed. */
    @Test
    void containEachLineOnceIfABatchIsWrittenAgain() throws IOException {
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines(3));
            rejects.add(lines(3, 5));
            rejects.add(lines(3, 5));
            rejects.add(lines(7));
            assertThat(rejects.count()).isEqualTo(3);
            assertThat(rejects.size()).isEqualTo(Files.size(file));
            assertThat(rejects.areComplete()).isTrue();
        }
        assertThat(file)
                .content()
                .containsPattern("(?s)^\\{\"line\":3,.*\\n\\{\"line\":5,.*\\n\\{\"line\":7,[^\\n]*\\n$");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "keeps an open file")
    void noticeThatTheFileIsDeleted() throws IOException {
        try (var rejects = new Rejects(file, Position.START)) {
            assertThat(rejects.areComplete()).isTrue();
            rejects.add(lines(3));
            Files.delete(file);
            assertThat(rejects.areComplete()).isFalse();
        }
    }

    /** Another import with the same rejects file has replaced it. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "keeps an open file")
    void noticeThatTheFileIsReplaced() throws IOException {
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines(3));
            try (var others = new Rejects(file, Position.START)) {
                others.add(lines(3, 5));
                assertThat(others.areComplete()).isTrue();
                assertThat(rejects.areComplete()).isFalse();
            }
        }
    }

    @Test
    void deleteNoOtherFile() throws IOException {
        Files.writeString(file, "precious");
        assertThatThrownBy(() -> new Rejects(file, Position.START))
                .isInstanceOf(IOException.class)
                .hasMessage("the rejects file %s: it has other content, which is not deleted", file);
        assertThat(file).hasContent("precious");
    }

    @Test
    void startFromTheBeginningIfTheFileIsMissing() throws IOException {
        try (var rejects = new Rejects(file, new Position(3, 1, 20))) {
            assertThat(rejects.areComplete()).isFalse();
            rejects.add(lines(5));
            assertThat(rejects.size()).isEqualTo(Files.size(file));
            assertThat(rejects.areComplete()).isFalse();
        }
        assertThat(file).content().startsWith("{\"line\":5,").hasLineCount(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void sayThatTheyCannotBeWritten() throws IOException {
        try (var rejects = new Rejects(Path.of("/dev/full"), Position.START)) {
            assertThatThrownBy(() -> rejects.add(lines(3)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the rejects file /dev/full: No space left on device");
        }
    }

    @Test
    void followNoLink() throws IOException {
        Path target = Files.writeString(folder.resolve("target"), "before");
        Files.createSymbolicLink(file, target);
        for (Position start : List.of(Position.START, new Position(3, 1, 6))) {
            assertThatThrownBy(() -> new Rejects(file, start))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the rejects file %s: it is a symbolic link, which is not followed", file);
        }
        assertThat(target).hasContent("before");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void mayBeALinkToADevice() throws IOException {
        Files.createSymbolicLink(file, Path.of("/dev/null"));
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines(3));
            assertThat(rejects.count()).isEqualTo(1);
        }
        assertThat(file).isSymbolicLink();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no POSIX permissions")
    void areReadableOnlyByTheirOwner() throws IOException {
        try (var rejects = new Rejects(file, Position.START)) {
            rejects.add(lines(3));
        }
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    private static SortedMap<Long, List<Violation>> lines(long... numbers) {
        SortedMap<Long, List<Violation>> lines = new TreeMap<>();
        for (long number : numbers) {
            var violation = new Violation(new Pointer("/a~1b"), "wrong", "must be \"right\"", Severity.BROKEN_RULE);
            lines.put(number, List.of(violation));
        }
        return lines;
    }
}
