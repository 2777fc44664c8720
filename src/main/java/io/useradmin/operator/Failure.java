package io.useradmin.operator;

/** A command cannot do what it was asked for, and the message says all that there is to say. */
class Failure extends RuntimeException {
    Failure(String message) {
        super(message);
    }
}
