package io.useradmin.operator.deliver;

/** The result of an attempt to deliver an event. */
sealed interface Attempt {
    /** The receiver confirmed the event. */
    record Delivered() implements Attempt {}

    /** The receiver wants no more events. */
    record Gone() implements Attempt {}

    /**
     * The receiver may not have the event.
     *
     * @param reason the reason, as a part of a sentence
     */
    record Failed(String reason) implements Attempt {}
}
