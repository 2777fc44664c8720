package io.useradmin.operator;

/** The exit codes of commands. */
final class ExitCode {
    static final int DONE = 0;
    /** The command failed. */
    static final int FAILED = 1;
    /** Wrong usage; nothing was done. */
    static final int WRONG_USE = 2;
    /** Java ended the process ({@code -XX:+ExitOnOutOfMemoryError}). */
    static final int OUT_OF_MEMORY = 3;
    /** Partly done. The command reports the rest. */
    static final int INCOMPLETE = 4;

    private ExitCode() {}
}
