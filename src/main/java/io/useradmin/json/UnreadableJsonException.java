package io.useradmin.json;

import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;

/** The text is not JSON, or is nested too deeply. The exception does not quote the text, because it may be private. */
public final class UnreadableJsonException extends Exception {
    private static final long serialVersionUID = 1;

    private final Severity severity;

    private final String code;

    private final String detail;

    UnreadableJsonException(String code, String detail) {
        this(Severity.UNREADABLE, code, detail);
    }

    UnreadableJsonException(Severity severity, String code, String detail) {
        super(detail, null, false, false);
        this.severity = severity;
        this.code = code;
        this.detail = detail;
    }

    /** The error of a body. */
    public Violation violation() {
        return new Violation(new Pointer(""), code, detail, severity);
    }

    /** The error and its position, for people. */
    public String detail() {
        return detail;
    }

    /** A short, stable code for the kind of failure: {@code syntax}, {@code duplicate_member}, {@code empty_body} or {@code too_deep}. */
    public String code() {
        return code;
    }
}
