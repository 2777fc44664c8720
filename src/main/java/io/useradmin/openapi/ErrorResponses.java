package io.useradmin.openapi;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemBody;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Location;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.examples.Example;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** The answers that are errors: one for each status, with an example of every type of problem that it may carry. */
final class ErrorResponses {
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final String INSTANCE = "/api/users/u1/sessions";
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    /** The only operation that can ask for what is another's. */
    private static final String PUT_USER = "putUser";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** One of every type. */
    private static final List<Problem> SAMPLES = List.of(
            input(new Parameter("page"), "not_an_integer", "must be an integer", Severity.UNREADABLE),
            new Problem.Unauthenticated(),
            new Problem.MissingScope("sessions:read"),
            new Problem.NotFound(ProblemType.USER_NOT_FOUND),
            new Problem.NotFound(ProblemType.SESSION_NOT_FOUND),
            new Problem.NotFound(ProblemType.BLOCK_NOT_FOUND),
            new Problem.NotFound(ProblemType.GROUP_NOT_FOUND),
            new Problem.NotFound(ProblemType.MEMBERSHIP_NOT_FOUND),
            new Problem.NotFound(ProblemType.IDENTITY_NOT_FOUND),
            new Problem.Refused(ProblemType.UNKNOWN_PATH, "There is nothing at this path."),
            new Problem.Refused(ProblemType.METHOD_NOT_ALLOWED, "Allowed: GET, HEAD.", Map.of("Allow", "GET, HEAD")),
            new Problem.Refused(
                    ProblemType.NOT_ACCEPTABLE, "Responses are application/json or application/problem+json."),
            new Problem.IdentifierTaken(List.of(new Violation(
                    new Pointer("/emails/0/email"), "taken", "belongs to another user", Severity.BROKEN_RULE))),
            new Problem.PreconditionFailed(),
            new Problem.Refused(ProblemType.BODY_TOO_LARGE, "The body must not have more than 262144 bytes."),
            new Problem.Refused(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE, "The body has no Content-Type; send application/json."),
            input(new Pointer("/public_data"), "required", "is required", Severity.BROKEN_RULE),
            new Problem.TooManyFailedKeys(Duration.ofSeconds(2)),
            new Problem.Fault(),
            new Problem.Unavailable(true));

    /** The components that operations refer to, each by its status. */
    Map<String, APIResponse> components() {
        return SAMPLES.stream()
                .collect(Collectors.groupingBy(
                        sample -> String.valueOf(sample.type().status()),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), ErrorResponses::answer)));
    }

    /**
     * The statuses of the errors that an operation may answer with.
     *
     * @param isList whether it has query parameters that may be malformed
     * @param isConditional whether it evaluates If-Match and If-None-Match
     */
    Stream<String> statuses(Operation operation, boolean isList, boolean isConditional) {
        boolean hasBody = operation.getRequestBody() != null;
        return components().keySet().stream().filter(status -> switch (status) {
            case "400" -> hasBody || isList || isConditional;
            case "409" -> PUT_USER.equals(operation.getOperationId());
            case "412" -> isConditional;
            case "413", "415" -> hasBody;
            default -> true;
        });
    }

    private static APIResponse answer(List<Problem> samples) {
        Map<String, Example> examples = samples.stream()
                .collect(Collectors.toMap(
                        ErrorResponses::name, ErrorResponses::example, (first, _) -> first, TreeMap::new));
        Content content = OASFactory.createContent()
                .addMediaType(
                        PROBLEM_JSON,
                        OASFactory.createMediaType()
                                .schema(OASFactory.createSchema().ref("Problem"))
                                .examples(examples));
        APIResponse answer =
                OASFactory.createAPIResponse().description(description(samples)).content(content);
        Stream.concat(
                        Stream.of("Cache-Control", "X-Content-Type-Options"),
                        samples.getFirst().headers().keySet().stream())
                .forEach(
                        name -> answer.addHeader(name, OASFactory.createHeader().ref(name)));
        return answer;
    }

    private static String description(List<Problem> samples) {
        return samples.stream().map(sample -> sample.type().title()).collect(Collectors.joining("; or: ", "", "."));
    }

    private static Example example(Problem sample) {
        return OASFactory.createExample()
                .summary(sample.type().title())
                .value(JSON.convertValue(
                        ProblemBody.from(sample, INSTANCE, TRACE_ID), new TypeReference<Map<String, Object>>() {}));
    }

    private static String name(Problem sample) {
        return sample.type().uri().substring(ProblemType.URI_PREFIX.length());
    }

    private static Problem input(Location location, String code, String detail, Severity severity) {
        return new Problem.InvalidInput(List.of(new Violation(location, code, detail, severity)));
    }
}
