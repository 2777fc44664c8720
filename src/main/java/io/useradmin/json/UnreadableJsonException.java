package io.useradmin.json;

/** The text is not JSON. The exception does not quote the text, because it may be private. */
public final class UnreadableJsonException extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;

    private final String detail;

    UnreadableJsonException(String code, String detail) {
        super(detail, null, false, false);
        this.code = code;
        this.detail = detail;
    }

    /** The error and its position, for people. */
    public String detail() {
        return detail;
    }

    /** A short, stable code for the kind of failure: {@code syntax}, {@code duplicate_member} or {@code empty_body}. */
    public String code() {
        return code;
    }
}
