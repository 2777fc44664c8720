package io.useradmin.problem;

import io.useradmin.shared.Location;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.util.List;
import java.util.Map;

/** One occurrence of an error. Every error that leaves the service is one of these. */
public sealed interface Problem {
    ProblemType type();

    /** An explanation for people; never private data. */
    String detail();

    /** The response headers of the problem. */
    default Map<String, String> headers() {
        return Map.of();
    }

    /** The request has one or more errors: 400 if any of them could not be read, otherwise 422. */
    record InvalidInput(List<Violation> violations) implements Problem {
        public InvalidInput {
            violations = List.copyOf(violations);
        }

        @Override
        public ProblemType type() {
            return violations.stream().anyMatch(violation -> violation.severity() == Severity.UNREADABLE)
                    ? ProblemType.MALFORMED_REQUEST
                    : ProblemType.INVALID_REQUEST;
        }

        @Override
        public String detail() {
            return violations.size() == 1
                    ? violations.getFirst().detail()
                    : "%d errors, see errors".formatted(violations.size());
        }
    }

    /**
     * Events after a cursor were purged.
     *
     * @param cursor the position up to which events were purged; the feed continues after it
     */
    record CursorExpired(String cursor) implements Problem {
        /** The header with the cursor where the feed continues. */
        public static final String NEXT_CURSOR = "X-Next-Cursor";

        @Override
        public ProblemType type() {
            return ProblemType.CURSOR_EXPIRED;
        }

        @Override
        public String detail() {
            return "Events after the cursor were purged. Continue with the value of cursor.";
        }

        @Override
        public Map<String, String> headers() {
            return Map.of(NEXT_CURSOR, cursor);
        }
    }

    /** The API key is missing or invalid. The response is the same for every reason, so that it reveals nothing. */
    record Unauthenticated() implements Problem {
        @Override
        public ProblemType type() {
            return ProblemType.UNAUTHENTICATED;
        }

        @Override
        public String detail() {
            return "Send a valid API key in the X-API-KEY header.";
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("WWW-Authenticate", "ApiKey");
        }
    }

    /** The key is valid, but lacks the scope of the operation. */
    record MissingScope(String scope) implements Problem {
        @Override
        public ProblemType type() {
            return ProblemType.MISSING_SCOPE;
        }

        @Override
        public String detail() {
            return "The operation needs the scope " + scope + ".";
        }
    }

    /** The caller tries to grant a key more than its own key has. */
    record GrantExceedsKey(List<Violation> violations) implements Problem {
        public GrantExceedsKey {
            violations = List.copyOf(violations);
        }

        @Override
        public ProblemType type() {
            return ProblemType.GRANT_EXCEEDS_KEY;
        }

        @Override
        public String detail() {
            return "A key can grant only what it has itself. Nothing was changed; see errors.";
        }
    }

    /** The target of the request does not exist in the caller's tenant. */
    record NotFound(ProblemType type) implements Problem {
        @Override
        public String detail() {
            return type.title() + ".";
        }
    }

    /** A username, email, phone number or external identity belongs to another user of the tenant. */
    record IdentifierTaken(List<Violation> violations) implements Problem {
        /** The code of a violation. */
        public static final String CODE = "taken";
        /** The detail of a violation. */
        public static final String DETAIL = "belongs to another user";

        public IdentifierTaken {
            violations = List.copyOf(violations);
        }

        /** A problem with one such value. */
        public static IdentifierTaken at(Location location) {
            return new IdentifierTaken(List.of(new Violation(location, CODE, DETAIL, Severity.BROKEN_RULE)));
        }

        @Override
        public ProblemType type() {
            return ProblemType.IDENTIFIER_TAKEN;
        }

        @Override
        public String detail() {
            return "Nothing was changed; see errors for what belongs to another user.";
        }
    }

    /** The {@code Idempotency-Key} belongs to another request. */
    record IdempotencyKeyReused() implements Problem {
        public static final String HEADER = "Idempotency-Key";

        @Override
        public ProblemType type() {
            return ProblemType.IDEMPOTENCY_KEY_REUSED;
        }

        @Override
        public String detail() {
            return "Method, path, query, body, If-Match or If-None-Match differ; send a new Idempotency-Key for a new request.";
        }

        List<Violation> violations() {
            return List.of(new Violation(
                    new Location.Header(HEADER), "mismatch", "belongs to another request", Severity.BROKEN_RULE));
        }
    }

    /** The If-Match header does not match the current version, or the If-None-Match header does. */
    record PreconditionFailed(String detail) implements Problem {
        public PreconditionFailed() {
            this("If-Match does not have the current version. Read the data again, then retry.");
        }

        @Override
        public ProblemType type() {
            return ProblemType.PRECONDITION_FAILED;
        }
    }

    /** A refusal with only type, detail and headers. {@link Refusals} has those that several classes use. */
    record Refused(ProblemType type, String detail, Map<String, String> headers) implements Problem {
        public Refused {
            headers = Map.copyOf(headers);
        }

        public Refused(ProblemType type, String detail) {
            this(type, detail, Map.of());
        }
    }

    /**
     * The database is unavailable, or the service is overloaded. No transaction was half done.
     *
     * @param outcomeKnown whether it is certain that nothing was changed; false if a write got no response in time
     */
    record Unavailable(boolean outcomeKnown) implements Problem {
        /** The value of {@code Retry-After}, in seconds. */
        private static final String RETRY_AFTER = "5";

        @Override
        public ProblemType type() {
            return ProblemType.UNAVAILABLE;
        }

        @Override
        public String detail() {
            return outcomeKnown
                    ? "The service cannot do this now. Nothing was changed; try again."
                    : "The service has no response of the database. It is unknown whether the change was made:"
                            + " check, or try again.";
        }

        @Override
        public Map<String, String> headers() {
            return Map.of("Retry-After", RETRY_AFTER);
        }
    }

    /** A bug of this service. The response reveals no internals. */
    record Fault() implements Problem {
        @Override
        public ProblemType type() {
            return ProblemType.INTERNAL_ERROR;
        }

        @Override
        public String detail() {
            return "The request could not be completed. Report the trace_id to the operators of the service.";
        }
    }
}
