package io.useradmin.image;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.testsupport.FileText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A Dockerfile: its instructions, each on one line, without comments. */
record Dockerfile(Path path, List<Instruction> instructions) {
    static final Path FOLDER = Path.of("src", "main", "docker");

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An instruction such as {@code USER 1001}. */
    record Instruction(String name, String argument) {
        private static Instruction parse(String line) {
            String[] words = line.strip().split("\\s+", 2);
            return new Instruction(words[0], words[1]);
        }
    }

    static Stream<Dockerfile> all() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList().stream().map(Dockerfile::read);
        }
    }

    static Dockerfile read(Path path) {
        String text = FileText.of(path).replaceAll("(?m)^#.*\\R", "").replaceAll("\\\\\\R", " ");
        return new Dockerfile(
                path,
                text.lines()
                        .filter(line -> !line.isBlank())
                        .map(Instruction::parse)
                        .toList());
    }

    /** The arguments of all instructions with this name, in all stages. */
    List<String> all(String name) {
        return instructions.stream()
                .filter(instruction -> instruction.name().equals(name))
                .map(Instruction::argument)
                .toList();
    }

    /** The instructions of the last stage, which makes the image. */
    Dockerfile image() {
        int last = instructions.stream().map(Instruction::name).toList().lastIndexOf("FROM");
        return new Dockerfile(path, instructions.subList(last, instructions.size()));
    }

    List<String> entrypoint() {
        return words(image().all("ENTRYPOINT").getLast());
    }

    /** The words of an instruction in exec form. */
    static List<String> words(String execForm) {
        try {
            return JSON.readValue(execForm, new TypeReference<List<String>>() {});
        } catch (IOException shellForm) {
            throw new UncheckedIOException("not in exec form: " + execForm, shellForm);
        }
    }

    @Override
    public String toString() {
        return path.getFileName().toString();
    }
}
