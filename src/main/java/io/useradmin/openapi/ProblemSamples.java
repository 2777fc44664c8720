package io.useradmin.openapi;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One example of every problem that an operation can return, as the client gets it. */
final class ProblemSamples {
    private static final Pointer EMAIL_OF_USER = new Pointer("/emails/0/email");

    private final OperationContext context;

    ProblemSamples(OperationContext context) {
        this.context = context;
    }

    Stream<Problem> all() {
        return Stream.of(
                        ofEveryOperation(),
                        context.scope().stream().map(scope -> new Problem.MissingScope(scope.toString())),
                        brokenRule().stream(),
                        ofMissingResources(),
                        ofUnreadableInput(),
                        ofConditions(),
                        ofBodies(),
                        ofIdempotencyKeys(),
                        ofConflicts(),
                        ofTheOperation())
                .flatMap(each -> each);
    }

    private Stream<Problem> ofEveryOperation() {
        return Stream.of(
                new Problem.Unauthenticated(),
                Refusals.methodNotAllowed(context.allowed()),
                new Problem.Refused(
                        ProblemType.NOT_ACCEPTABLE, "Responses are application/json or application/problem+json."),
                Refusals.tooManyFailedKeys(Duration.ofSeconds(2)),
                Refusals.rateLimited(Duration.ofSeconds(1)),
                new Problem.Fault(),
                new Problem.Unavailable(true));
    }

    private Stream<Problem> ofMissingResources() {
        // Without an issuer, the paths of Shared Signals do not exist.
        boolean canBeUnknown = context.notFound().isEmpty() || SharedSignals.have(context.path());
        return Stream.concat(
                context.notFound().stream().map(Problem.NotFound::new),
                canBeUnknown ? Stream.of(Refusals.unknownPath()) : Stream.empty());
    }

    private Stream<Problem> ofUnreadableInput() {
        if (context.isList()) {
            return Stream.of(input(new Parameter("page"), "not_an_integer", "must be an integer", Severity.UNREADABLE));
        }
        if (context.cursor().isPresent()) {
            return Stream.of(input(
                    new Parameter(context.cursor().get()),
                    "malformed",
                    "must be a cursor of this tenant",
                    Severity.UNREADABLE));
        }
        if (context.isOfStream()) {
            return Stream.of(
                    input(new Parameter("stream_id"), "repeated", "must be given only once", Severity.UNREADABLE));
        }
        if (context.hasBody()) {
            return Stream.of(input(
                    new Pointer(""), "syntax", "the body is not valid JSON at line 1, column 2", Severity.UNREADABLE));
        }
        return context.isVersioned()
                ? Stream.of(input(
                        new Header("If-Match"),
                        "malformed",
                        "must be * or a list of quoted entity tags",
                        Severity.UNREADABLE))
                : ofConsistencyToken();
    }

    private Stream<Problem> ofConsistencyToken() {
        return Stream.of(
                context.takesConsistencyToken()
                        ? input(
                                new Header(OperationContext.CONSISTENCY_TOKEN),
                                "consistency_token",
                                "must be the value of this header in a response to a write",
                                Severity.UNREADABLE)
                        : Refusals.unreadablePath());
    }

    private Stream<Problem> ofConditions() {
        if (context.isPoll()) {
            return Stream.of(Refusals.eventsPurged());
        }
        if (context.isFeed()) {
            return Stream.of(new Problem.CursorExpired("4c2a1b90-k7-2"));
        }
        return context.isVersioned() ? Stream.of(new Problem.PreconditionFailed()) : Stream.empty();
    }

    private Stream<Problem> ofBodies() {
        return context.hasBody()
                ? Stream.of(
                        new Problem.Refused(
                                ProblemType.BODY_TOO_LARGE, "The body must not have more than 262144 bytes."),
                        new Problem.Refused(
                                ProblemType.UNSUPPORTED_MEDIA_TYPE,
                                "The body has no Content-Type; send application/json."))
                : Stream.empty();
    }

    private Stream<Problem> ofIdempotencyKeys() {
        return context.takesIdempotencyKey()
                ? Stream.of(
                        new Problem.Refused(
                                ProblemType.IDEMPOTENCY_KEY_IN_USE,
                                "Wait for its response, or repeat the request later."),
                        new Problem.IdempotencyKeyReused())
                : Stream.empty();
    }

    private Stream<Problem> ofConflicts() {
        return context.conflicts().stream().map(type -> switch (type) {
            case IDENTIFIER_TAKEN ->
                Problem.IdentifierTaken.at(context.requiredMember()
                        .map(name -> new Pointer("/" + name))
                        .orElse(EMAIL_OF_USER));
            case PRIMARY_IDENTIFIER -> Refusals.primaryIdentifier();
            case TOO_MANY_STREAMS -> Refusals.tooManyStreams(100);
            case KEY_ENDED -> Refusals.keyEnded("revoked");
            case LAST_MANAGING_KEY -> Refusals.lastManagingKey();
            default -> throw new IllegalStateException("There is no sample of " + type);
        });
    }

    /** The problems that only this operation has. */
    private Stream<Problem> ofTheOperation() {
        return switch (context.operation().getOperationId()) {
            case "createKey" ->
                Stream.of(new Problem.GrantExceedsKey(
                        List.of(broken(new Pointer("/scopes/0"), "not_granted", "your key does not have this scope"))));
            case "rotateKey" ->
                Stream.of(new Problem.GrantExceedsKey(List.of(broken(
                        new Parameter("key_id"), "not_granted", "your key does not have the scope users:delete"))));
            default -> Stream.empty();
        };
    }

    /** Empty if the operation has no input. */
    private Optional<Problem> brokenRule() {
        if (context.isList() || context.cursor().isPresent()) {
            return Optional.of(input(
                    new Parameter("size"),
                    "out_of_range",
                    "must be from 1 to " + context.maxSize(),
                    Severity.BROKEN_RULE));
        }
        return context.requiredMember()
                .map(name -> input(new Pointer("/" + name), "required", "is required", Severity.BROKEN_RULE))
                .or(() -> context.optionalMember()
                        .map(name -> input(
                                new Pointer("/" + name),
                                "wrong_type",
                                "must be of another type",
                                Severity.BROKEN_RULE)))
                .or(() -> identified()
                        .map(name -> input(new Parameter(name), "identifier", Identifier.RULE, Severity.BROKEN_RULE)))
                .or(() -> context.hasBody()
                        ? Optional.of(input(new Pointer(""), "wrong_type", "must be an object", Severity.BROKEN_RULE))
                        : Optional.empty());
    }

    /** The parameter that identifies the subject: the first one of the path, or the stream in the query. */
    private Optional<String> identified() {
        String path = context.path();
        int start = path.indexOf('{');
        return start < 0 ? context.streamParameter() : Optional.of(path.substring(start + 1, path.indexOf('}')));
    }

    private static Violation broken(Location location, String code, String detail) {
        return new Violation(location, code, detail, Severity.BROKEN_RULE);
    }

    private static Problem input(Location location, String code, String detail, Severity severity) {
        return new Problem.InvalidInput(List.of(new Violation(location, code, detail, severity)));
    }
}
