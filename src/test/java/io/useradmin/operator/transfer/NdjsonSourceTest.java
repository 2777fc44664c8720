package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NdjsonSourceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | ''",
                "a | a",
                "a; | a",
                "a;b | a,b",
                "a;b; | a,b",
                "; | ''",
                ";;a | ,,a",
            })
    void readsLines(String text, String lines) throws IOException {
        List<String> expected = text.isEmpty() ? List.of() : List.of(lines.split(",", -1));
        assertThat(lines(text.replace(';', '\n').getBytes(UTF_8))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"\ufeff;, ''", "\ufeffa, a", "\ufeffa;\ufeffb, 'a,\ufeffb'"})
    void ignoresAByteOrderMarkAtTheBeginning(String text, String lines) throws IOException {
        byte[] file = text.replace(';', '\n').getBytes(UTF_8);
        List<String> expected = List.of(lines.split(",", -1));
        assertThat(lines(file)).isEqualTo(expected);
        assertThat(lines(packed(file))).isEqualTo(expected);
    }

    @Test
    void readsNoLineFromAFileOfOnlyAByteOrderMark() throws IOException {
        assertThat(lines("\ufeff".getBytes(UTF_8))).isEmpty();
    }

    @Test
    void readsAllLinesAcrossBufferBoundaries() throws IOException {
        var random = new Random(1);
        List<String> expected = Stream.generate(
                        () -> "x".repeat(random.nextInt(random.nextInt(10) == 0 ? 200_000 : 80)))
                .limit(400)
                .toList();
        byte[] text = String.join("\n", expected).concat("\n").getBytes(UTF_8);
        assertThat(lines(text)).isEqualTo(expected);
        assertThat(lines(packed(text))).isEqualTo(expected);
    }

    /** Like {@code cat a.gz b.gz | useradmin import -} with a slow pipe. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 24, 1000})
    void readsConcatenatedGzipFiles(int atOnce) throws IOException {
        var both = new ByteArrayOutputStream();
        both.write(packed("a\nb\n".getBytes(UTF_8)));
        both.write(packed("c\n".getBytes(UTF_8)));
        try (var source = new NdjsonSource(new Trickle(both.toByteArray(), atOnce))) {
            assertThat(lines(source)).containsExactly("a", "b", "c");
        }
    }

    @Test
    void reportsThePositionInTheGzipFile() throws IOException {
        byte[] file = packed("a\n".repeat(1000).getBytes(UTF_8));
        try (var source = new NdjsonSource(new ByteArrayInputStream(file))) {
            assertThat(lines(source)).hasSize(1000);
            assertThat(source.bytesRead()).isEqualTo(file.length);
        }
    }

    @Test
    void reportsWhereAGzipFileIsTruncated() throws IOException {
        var random = new Random(2);
        String text = Stream.generate(() -> Long.toString(random.nextLong()) + "\n")
                .limit(50_000)
                .collect(joining());
        byte[] whole = packed(text.getBytes(UTF_8));
        try (var source = new NdjsonSource(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length / 2)))) {
            assertThatThrownBy(() -> lines(source))
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("the gzip file ends too early or is damaged, after line [1-9][0-9]+");
        }
    }

    @Test
    void reportsADamagedGzipFile() throws IOException {
        byte[] file = packed("a\nb\n".getBytes(UTF_8));
        file[file.length - 5] ^= 1;
        try (var source = new NdjsonSource(new ByteArrayInputStream(file))) {
            assertThatThrownBy(() -> lines(source))
                    .hasMessageStartingWith("the gzip file ends too early or is damaged");
        }
    }

    @Test
    void reportsADamagedSecondGzipFile() throws IOException {
        byte[] second = packed("b\n".getBytes(UTF_8));
        second[2] ^= 1;
        byte[] both = joined(packed("a\n".getBytes(UTF_8)), second);
        assertThatThrownBy(() -> lines(both)).hasMessageStartingWith("the gzip file ends too early or is damaged");
        assertThatThrownBy(() -> {
                    try (var source = new NdjsonSource(new Trickle(both, 3))) {
                        lines(source);
                    }
                })
                .hasMessageStartingWith("the gzip file ends too early or is damaged");
    }

    @Test
    void boundsTheLengthOfLines() throws IOException {
        String longest = "x".repeat(NdjsonSource.LONGEST_LINE);
        assertThat(lines((longest + "\na").getBytes(UTF_8))).containsExactly(longest, "a");
        assertThat(lines(("a\n" + longest + "xyz\nb").getBytes(UTF_8))).containsExactly("a", longest + "x", "b");
        assertThat(lines(("\ufeff" + longest).getBytes(UTF_8))).containsExactly(longest);
    }

    private static List<String> lines(byte[] text) throws IOException {
        try (var source = new NdjsonSource(new ByteArrayInputStream(text))) {
            return lines(source);
        }
    }

    private static List<String> lines(Source source) throws IOException {
        List<String> lines = new ArrayList<>();
        for (byte[] line = source.next(); line != null; line = source.next()) {
            lines.add(new String(line, UTF_8));
        }
        return lines;
    }

    private static byte[] joined(byte[] first, byte[] last) {
        byte[] both = Arrays.copyOf(first, first.length + last.length);
        System.arraycopy(last, 0, both, first.length, last.length);
        return both;
    }

    private static byte[] packed(byte[] text) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(text);
        }
        return packed.toByteArray();
    }

    /** An input that returns a few bytes at a time, and reports no more as available. */
    private static final class Trickle extends FilterInputStream {
        private final int atOnce;

        Trickle(byte[] bytes, int atOnce) {
            super(new ByteArrayInputStream(bytes));
            this.atOnce = atOnce;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            return super.read(buffer, offset, Math.min(length, atOnce));
        }

        @Override
        public int available() {
            return 0;
        }
    }
}
