package io.useradmin.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.shared.Location;
import io.useradmin.shared.Violation;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of every error (RFC 9457). */
@Schema(name = "Problem", description = "An error, as RFC 9457 describes it.")
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record ProblemBody(
        @Schema(
                description = "The kind of error, stable (docs/errors.md).",
                format = "uri",
                examples = "urn:useradmin:problem:user-not-found")
        String type,

        @Schema(description = "The kind of error in words.", examples = "There is no such user")
        String title,

        @Schema(description = "The HTTP status.", minimum = "400", maximum = "599", format = "int32", examples = "404")
        int status,

        @Schema(description = "What happened this time.", examples = "There is no such user.")
        String detail,

        @Schema(description = "The path of the request.", format = "uri-reference", examples = "/api/users/u1")
        String instance,

        @Schema(
                description = "Finds the request in logs and traces.",
                pattern = "^[0-9a-f]{32}$",
                maxLength = 32,
                examples = "4bf92f3577b34da6a3ce929d0e0e4736")
        @JsonProperty("trace_id")
        String traceId,

        @Schema(
                description = "The scope that the key lacks, on status 403.",
                type = SchemaType.STRING,
                examples = "sessions:read")
        @Nullable String scope,

        @Schema(
                description = "The cursor to go on from, on status 410.",
                type = SchemaType.STRING,
                examples = "4c2a1b90-k7-2")
        @Nullable String cursor,

        @Schema(description = "All errors of the request, on status 400, 403, 409 and 422.", maxItems = 100) @Nullable List<InputError> errors) {

    /** One error of a request. Exactly one of pointer, parameter and header is its location. */
    @Schema(
            name = "ProblemError",
            description = "One error of the request. Exactly one of `pointer`, `parameter` and `header` says where.")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @RegisterForReflection
    public record InputError(
            @Schema(
                    description = "A member of the body, as a JSON Pointer (RFC 6901).",
                    maxLength = Location.Pointer.LONGEST,
                    examples = "/public_data")
            @Nullable String pointer,

            @Schema(
                    description =
                            "A query or path parameter; `path` or `query` if this part of the URL cannot be read.",
                    examples = "size")
            @Nullable String parameter,

            @Schema(description = "A request header.", examples = "If-Match") @Nullable String header,

            @Schema(description = "What is wrong, as a stable code.", examples = "out_of_range")
            String code,

            @Schema(description = "What is wrong, in words.", examples = "must be from 1 to 100")
            String detail) {

        static InputError from(Violation violation) {
            return switch (violation.location()) {
                case Location.Pointer(var pointer) ->
                    new InputError(pointer, null, null, violation.code(), violation.detail());
                case Location.Parameter(var parameter) ->
                    new InputError(null, parameter, null, violation.code(), violation.detail());
                case Location.Header(var header) ->
                    new InputError(null, null, header, violation.code(), violation.detail());
            };
        }
    }

    /** The body for {@code problem}. */
    public static ProblemBody from(Problem problem, String instance, String traceId) {
        return new ProblemBody(
                problem.type().uri(),
                problem.type().title(),
                problem.type().status(),
                problem.detail(),
                instance,
                traceId,
                problem instanceof Problem.MissingScope(var scope) ? scope : null,
                problem instanceof Problem.CursorExpired(var cursor) ? cursor : null,
                errors(problem));
    }

    private static @Nullable List<InputError> errors(Problem problem) {
        return switch (problem) {
            case Problem.InvalidInput(var violations) -> errors(violations);
            case Problem.IdentifierTaken(var violations) -> errors(violations);
            case Problem.GrantExceedsKey(var violations) -> errors(violations);
            case Problem.IdempotencyKeyReused reused -> errors(reused.violations());
            default -> null;
        };
    }

    private static List<InputError> errors(List<Violation> violations) {
        return violations.stream().map(InputError::from).toList();
    }
}
