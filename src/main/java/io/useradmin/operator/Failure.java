package io.useradmin.operator;

/** A command failed. The message is complete, for people. */
class Failure extends RuntimeException {
    private final int exitCode;

    Failure(String message) {
        this(ExitCode.FAILED, message);
    }

    Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
