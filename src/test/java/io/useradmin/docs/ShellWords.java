package io.useradmin.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits a line of shell into its simple commands: the program and its arguments, without assignments, redirections, comments and
 * keywords. It knows as much of the syntax as the documents use.
 */
public final class ShellWords {
    private static final Set<String> KEYWORDS =
            Set.of("{", "}", "!", "if", "then", "else", "fi", "while", "until", "do", "done");

    private static final String ASSIGNMENT = "(?s)[A-Za-z_][A-Za-z_0-9]*=.*";

    private final String text;
    private final List<List<String>> commands = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private List<String> words = new ArrayList<>();
    private boolean isWord;
    private boolean isTarget;
    private int at;

    private ShellWords(String text) {
        this.text = text;
    }

    /** The commands of a line, which can have several: of a pipe, a list or a substitution. */
    public static List<List<String>> commands(String line) {
        return new ShellWords(line).split();
    }

    private List<List<String>> split() {
        while (at < text.length()) {
            char next = text.charAt(at++);
            switch (next) {
                case ' ', '\t' -> endWord();
                case '\'', '"' -> quoted(next);
                case '\\' -> escaped();
                case '|', '&', ';', '\n', '(', ')', '`' -> endCommand();
                case '<', '>' -> redirection();
                case '#' -> hash();
                default -> add(next);
            }
        }
        endCommand();
        return commands;
    }

    private void add(char character) {
        isWord = true;
        word.append(character);
    }

    private void quoted(char quote) {
        isWord = true;
        int end = text.indexOf(quote, at);
        while (quote == '"' && text.charAt(end - 1) == '\\') {
            end = text.indexOf(quote, end + 1);
        }
        word.append(text, at, end);
        at = end + 1;
    }

    /** A backslash at the end of a line continues the command. */
    private void escaped() {
        char next = text.charAt(at++);
        if (next == '\n') {
            endWord();
        } else {
            add(next);
        }
    }

    private void redirection() {
        if (word.toString().matches("\\d*")) {
            isWord = false;
            word.setLength(0);
        }
        endWord();
        while (at < text.length() && "<>&".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        isTarget = true;
    }

    private void hash() {
        if (isWord) {
            add('#');
        } else {
            at = text.length();
        }
    }

    private void endWord() {
        String found = word.toString();
        word.setLength(0);
        if (!isWord) {
            return;
        }
        isWord = false;
        boolean isBeforeProgram = words.isEmpty() && (KEYWORDS.contains(found) || found.matches(ASSIGNMENT));
        if (!isTarget && !isBeforeProgram && !found.equals("$")) {
            words.add(found);
        }
        isTarget = false;
    }

    private void endCommand() {
        endWord();
        isTarget = false;
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }
}
