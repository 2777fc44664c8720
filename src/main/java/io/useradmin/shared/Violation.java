package io.useradmin.shared;

/**
 * One error of a request.
 *
 * @param location where it is
 * @param code a stable code for programs
 * @param detail a sentence for people; never the invalid value itself, which may be private
 * @param severity whether the value could not be read, or breaks a rule
 */
public record Violation(Location location, String code, String detail, Severity severity) {
    /** The severity, which decides the status of the response. */
    public enum Severity {
        /** The value cannot be read: 400. */
        UNREADABLE,
        /** The value breaks a rule: 422. */
        BROKEN_RULE
    }
}
