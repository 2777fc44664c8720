package io.useradmin.openapi;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemBody;
import io.useradmin.problem.ProblemType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.examples.Example;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** The error responses of an operation: one per status, with an example for every problem type. */
final class ErrorResponses {
    private static final String PROBLEM_JSON = "application/problem+json";
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final OperationContext context;

    ErrorResponses(OperationContext context) {
        this.context = context;
    }

    /** The responses by status. */
    Map<String, APIResponse> byStatus() {
        return new ProblemSamples(context)
                .all()
                .collect(Collectors.groupingBy(
                        sample -> String.valueOf(sample.type().status()),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), this::answer)));
    }

    private APIResponse answer(List<Problem> samples) {
        Map<String, Example> examples = new TreeMap<>();
        samples.forEach(sample -> examples.put(name(sample), example(sample)));
        Content content = OASFactory.createContent()
                .addMediaType(
                        PROBLEM_JSON,
                        OASFactory.createMediaType()
                                .schema(OASFactory.createSchema().ref("Problem"))
                                .examples(examples));
        APIResponse answer =
                OASFactory.createAPIResponse().description(description(samples)).content(content);
        Stream.of(
                        Stream.of("Cache-Control", "X-Content-Type-Options"),
                        samples.getFirst().headers().keySet().stream(),
                        rateLimit(samples))
                .flatMap(each -> each)
                .forEach(
                        name -> answer.addHeader(name, OASFactory.createHeader().ref(name)));
        return answer;
    }

    /**
     * The rate limit headers, but only for 429. Other errors have them too, as the introduction says, but repeating them would make
     * the document 50 % longer.
     */
    private static Stream<String> rateLimit(List<Problem> samples) {
        return samples.stream().anyMatch(sample -> sample.type() == ProblemType.RATE_LIMITED)
                ? Stream.of("RateLimit-Policy", "RateLimit")
                : Stream.empty();
    }

    private static String description(List<Problem> samples) {
        return samples.stream().map(sample -> sample.type().title()).collect(Collectors.joining("; or: ", "", "."));
    }

    private Example example(Problem sample) {
        return OASFactory.createExample()
                .value(JSON.convertValue(
                        ProblemBody.from(sample, context.instance(), TRACE_ID),
                        new TypeReference<Map<String, Object>>() {}));
    }

    private static String name(Problem sample) {
        return sample.type().uri().substring(ProblemType.URI_PREFIX.length());
    }
}
