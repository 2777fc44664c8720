package io.useradmin.shared;

/**
 * One thing that is wrong with a request.
 *
 * @param location where it is
 * @param code a stable word that a program can act on
 * @param detail a sentence for people; never the offending value itself, which may be private
 * @param severity whether the value could not even be read, or was read and breaks a rule
 */
public record Violation(Location location, String code, String detail, Severity severity) {
    /** How wrong it is, which decides the status of the answer. */
    public enum Severity {
        /** It cannot be read: 400. */
        UNREADABLE,
        /** It was read and breaks a rule: 422. */
        BROKEN_RULE
    }
}
