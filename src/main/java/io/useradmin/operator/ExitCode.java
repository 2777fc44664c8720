package io.useradmin.operator;

/** What a script learns from the end of a command. */
final class ExitCode {
    static final int DONE = 0;
    /** It was asked for rightly and did not work out. */
    static final int FAILED = 1;
    /** It was asked for wrongly; nothing was tried. */
    static final int WRONG_USE = 2;
    /** Part of it was done, and what was not is told. */
    static final int INCOMPLETE = 3;

    private ExitCode() {}
}
