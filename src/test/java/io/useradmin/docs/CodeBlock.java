package io.useradmin.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A code block of a document.
 *
 * @param heading the heading above it, with its marks
 * @param language the language after the opening fence; empty for none
 * @param line the number of its first line
 * @param lines its lines, without indentation of the block
 */
public record CodeBlock(Path document, String heading, String language, int line, List<String> lines) {
    /** The languages of blocks with commands. In a console, they begin with {@value #PROMPT}, and their output follows. */
    private static final Set<String> SHELLS = Set.of("sh", "shell", "console");

    private static final String PROMPT = "$ ";
    private static final String FENCE = "```";

    /**
     * A command in a document.
     *
     * @param place the document and the number of the line
     * @param output the lines of output after it
     */
    public record Command(String place, String text, List<String> output) {
        /** Its place and text, as the name of a test. */
        @Override
        public String toString() {
            return place + " " + text;
        }
    }

    /** All documents of the project. */
    public static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(Path.of(""));
                Stream<Path> below = Files.walk(Path.of("docs"))) {
            return Stream.concat(top, below)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** All blocks of a document, in order. */
    public static List<CodeBlock> of(Path document) {
        List<String> lines = lines(document);
        List<CodeBlock> blocks = new ArrayList<>();
        String heading = "";
        for (int number = 0; number < lines.size(); number++) {
            String line = lines.get(number);
            if (line.startsWith("#")) {
                heading = line;
            } else if (line.strip().startsWith(FENCE)) {
                int end = number + 1;
                while (!lines.get(end).strip().equals(FENCE)) {
                    end++;
                }
                blocks.add(new CodeBlock(
                        document,
                        heading,
                        line.strip().substring(FENCE.length()),
                        number + 2,
                        lines.subList(number + 1, end).stream()
                                .map(text -> text.substring(Math.min(line.indexOf(FENCE), indentation(text))))
                                .toList()));
                number = end;
            }
        }
        return blocks;
    }

    /** Whether the block has commands. */
    public boolean isShell() {
        return SHELLS.contains(language);
    }

    /** The commands. One on several lines, each with a backslash at its end, is one command. */
    public List<Command> commands() {
        List<Command> commands = new ArrayList<>();
        boolean isConsole = language.equals("console");
        for (int number = 0; number < lines.size(); number++) {
            String text = lines.get(number);
            if (isConsole && !text.startsWith(PROMPT)) {
                if (!commands.isEmpty()) {
                    commands.getLast().output().add(text);
                }
            } else if (!text.isBlank()) {
                String place = "%s:%d".formatted(document, line + number);
                var command = new StringBuilder(isConsole ? text.substring(PROMPT.length()) : text);
                while (command.toString().endsWith("\\")) {
                    number++;
                    command.append('\n').append(lines.get(number));
                }
                commands.add(new Command(place, command.toString(), new ArrayList<>()));
            }
        }
        return commands;
    }

    private static List<String> lines(Path document) {
        try {
            return Files.readAllLines(document);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static int indentation(String text) {
        return text.length() - text.stripLeading().length();
    }
}
