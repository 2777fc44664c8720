package io.useradmin.operator.deliver;

/** How an attempt to deliver an event ended. */
sealed interface Attempt {
    /** The receiver has it. */
    record Delivered() implements Attempt {}

    /**
     * The receiver may not have it.
     *
     * @param reason why, as a part of a sentence
     */
    record Failed(String reason) implements Attempt {}
}
