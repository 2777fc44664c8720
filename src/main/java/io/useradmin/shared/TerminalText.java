package io.useradmin.shared;

/** Text of others that a command shows on a terminal. */
public final class TerminalText {
    private TerminalText() {}

    /** {@code text} with a question mark for each control, invisible or half character: some change what the terminal shows. */
    public static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}]", "?");
    }
}
