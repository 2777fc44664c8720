package io.useradmin.openapi;

import io.useradmin.apikey.Scope;
import io.useradmin.problem.Problem.IdempotencyKeyReused;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/**
 * An operation, and everything that determines its errors.
 *
 * @param operation the operation
 * @param scope the scope that it needs, if any
 * @param path its path, with parameters in braces
 * @param instance an example of its path
 * @param allowed the methods that this path allows, as in an Allow header
 * @param notFound the problem types that it returns with 404
 * @param conflicts the problem types that it returns with 409
 * @param requiredMember a required member of its body, if any
 * @param optionalMember an optional member of its body, if any
 */
record OperationContext(
        Operation operation,
        Optional<Scope> scope,
        String path,
        String instance,
        String allowed,
        List<ProblemType> notFound,
        List<ProblemType> conflicts,
        Optional<String> requiredMember,
        Optional<String> optionalMember) {
    private static final String PAGE = "page";
    private static final String AFTER = "after";
    private static final String BEFORE = "before";
    private static final String CURSOR = "cursor";
    private static final int LARGEST_FEED_PAGE = 1_000;
    private static final String IF_MATCH = "If-Match";
    private static final String IF_MATCH_OF_READ = "If-Match-of-read";
    static final String CONSISTENCY_TOKEN = "X-Consistency-Token";

    /** Whether it returns a page of a list. */
    boolean isList() {
        return has(PAGE);
    }

    /** Whether it returns events of the change feed. */
    boolean isFeed() {
        return has(AFTER);
    }

    /** Whether its query names a stream. */
    boolean isOfStream() {
        return streamParameter().isPresent();
    }

    /** Whether it returns the tokens of a stream. */
    boolean isPoll() {
        return "pollEvents".equals(operation.getOperationId());
    }

    /** The cursor parameter, if its pages have no numbers. */
    Optional<String> cursor() {
        return isList()
                ? Optional.empty()
                : Stream.of(AFTER, BEFORE, CURSOR).filter(this::has).findFirst();
    }

    /** Whether it evaluates If-Match and If-None-Match. */
    boolean isVersioned() {
        return has(IF_MATCH) || isVersionedRead();
    }

    /** Whether clients may cache its response and revalidate it by its version. */
    boolean isVersionedRead() {
        return has(IF_MATCH_OF_READ);
    }

    /** The largest number of elements per page. */
    int maxSize() {
        return isFeed() ? LARGEST_FEED_PAGE : PageRequest.MAX_SIZE;
    }

    /** The parameter of the query that names a stream, if there is one. */
    Optional<String> streamParameter() {
        return has("stream_id") || has("required_stream_id") ? Optional.of("stream_id") : Optional.empty();
    }

    boolean takesIdempotencyKey() {
        return has(IdempotencyKeyReused.HEADER);
    }

    boolean takesConsistencyToken() {
        return has(CONSISTENCY_TOKEN);
    }

    boolean hasBody() {
        return operation.getRequestBody() != null;
    }

    /** Whether it has this shared parameter. */
    private boolean has(String parameter) {
        return operation.getParameters().stream()
                .map(Parameter::getRef)
                .anyMatch(ref -> ref != null && ref.endsWith("/" + parameter));
    }
}
