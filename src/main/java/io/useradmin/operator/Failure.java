package io.useradmin.operator;

/** A command cannot do what it was asked for, and the message says all that there is to say. */
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
