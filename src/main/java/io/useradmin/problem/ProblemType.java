package io.useradmin.problem;

/** The catalogue of all errors. {@code docs/errors.md} explains the cause and fix of each. */
public enum ProblemType {
    MALFORMED_REQUEST("malformed-request", 400, "The request cannot be read"),
    UNAUTHENTICATED("unauthenticated", 401, "A valid API key is required"),
    MISSING_SCOPE("missing-scope", 403, "The API key lacks a scope"),
    GRANT_EXCEEDS_KEY("grant-exceeds-key", 403, "The API key cannot grant this"),
    UNKNOWN_PATH("unknown-path", 404, "There is nothing at this path"),
    USER_NOT_FOUND("user-not-found", 404, "There is no such user"),
    USERNAME_NOT_FOUND("username-not-found", 404, "The user has no username"),
    EMAIL_NOT_FOUND("email-not-found", 404, "The user has no such email address"),
    PHONE_NOT_FOUND("phone-not-found", 404, "The user has no such phone number"),
    SESSION_NOT_FOUND("session-not-found", 404, "The user has no such session"),
    BLOCK_NOT_FOUND("block-not-found", 404, "The address is not blocked for the user"),
    ADDRESS_NOT_FOUND("address-not-found", 404, "The address is unknown for the user"),
    GROUP_NOT_FOUND("group-not-found", 404, "There is no such group"),
    MEMBERSHIP_NOT_FOUND("membership-not-found", 404, "The user is not in the group"),
    IDENTITY_NOT_FOUND("identity-not-found", 404, "The user has no such external identity"),
    KEY_NOT_FOUND("key-not-found", 404, "There is no such API key"),
    STREAM_NOT_FOUND("stream-not-found", 404, "There is no such stream"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "The path does not allow this method"),
    NOT_ACCEPTABLE("not-acceptable", 406, "The Accept header allows no media type of the operation"),
    IDENTIFIER_TAKEN("identifier-taken", 409, "An identifier belongs to another user"),
    KEY_ENDED("key-ended", 409, "The API key has ended"),
    LAST_MANAGING_KEY("last-managing-key", 409, "No other lasting key can manage the keys"),
    IDEMPOTENCY_KEY_IN_USE("idempotency-key-in-use", 409, "The first request with this idempotency key still runs"),
    TOO_MANY_STREAMS("too-many-streams", 409, "The tenant has too many streams"),
    PRIMARY_IDENTIFIER("primary-identifier", 409, "The entry is primary"),
    CURSOR_EXPIRED("cursor-expired", 410, "Events after the cursor were purged"),
    EVENTS_PURGED("events-purged", 410, "Events of the stream were purged"),
    PRECONDITION_FAILED("precondition-failed", 412, "A precondition failed"),
    BODY_TOO_LARGE("body-too-large", 413, "The request body is too large"),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The request body has an unsupported media type"),
    INVALID_REQUEST("invalid-request", 422, "The request breaks a rule"),
    IDEMPOTENCY_KEY_REUSED("idempotency-key-reused", 422, "The idempotency key belongs to another request"),
    TOO_MANY_FAILED_KEYS("too-many-failed-keys", 429, "Too many requests with an invalid API key"),
    RATE_LIMITED("rate-limited", 429, "The API key has sent too many requests"),
    INTERNAL_ERROR("internal-error", 500, "The service failed"),
    UNAVAILABLE("unavailable", 503, "The service is temporarily unavailable");

    /** The prefix of every type's URI. The rest is its name in the catalogue. */
    public static final String URI_PREFIX = "urn:useradmin:problem:";

    private final String name;
    private final int status;
    private final String title;

    ProblemType(String name, int status, String title) {
        this.name = name;
        this.status = status;
        this.title = title;
    }

    /** The stable URI by which programs recognize the type. */
    public String uri() {
        return URI_PREFIX + name;
    }

    public int status() {
        return status;
    }

    /** A short summary, the same for every occurrence. */
    public String title() {
        return title;
    }
}
