package io.useradmin.openapi;

import io.useradmin.apikey.RequiresNoScope;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.WithoutIdempotencyKey;
import io.useradmin.problem.ConflictProblems;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem.HttpMethod;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.IndexView;

/** Reads the annotations of this service on an operation. */
final class OperationAnnotations {
    private final Map<String, Scope> scopes;
    private final Set<String> withoutScope;
    private final Map<String, List<ProblemType>> notFound;
    private final Set<String> withoutIdempotencyKey;
    private final Map<String, List<ProblemType>> conflicts;

    OperationAnnotations(IndexView index) {
        scopes = byOperationId(index, RequiresScope.class, value -> Scope.valueOf(value.asEnum()));
        withoutScope = idsOf(index, RequiresNoScope.class);
        notFound = byOperationId(index, NotFoundProblems.class, OperationAnnotations::types);
        conflicts = byOperationId(index, ConflictProblems.class, OperationAnnotations::types);
        withoutIdempotencyKey = idsOf(index, WithoutIdempotencyKey.class);
    }

    /** Whether the operation takes an {@code Idempotency-Key}. */
    boolean takesIdempotencyKey(Operation operation, HttpMethod method) {
        return (method == HttpMethod.POST || method == HttpMethod.PATCH)
                && !withoutIdempotencyKey.contains(operation.getOperationId());
    }

    /** The scope that the operation needs; empty if every valid key may call it. */
    Optional<Scope> scope(Operation operation) {
        String id = operation.getOperationId();
        if (scopes.containsKey(id) == withoutScope.contains(id)) {
            throw new IllegalStateException(id + " needs either @RequiresScope or @RequiresNoScope");
        }
        return Optional.ofNullable(scopes.get(id));
    }

    /** The problem types that the operation returns with 404; empty if it has no 404. */
    List<ProblemType> notFound(Operation operation) {
        return notFound.getOrDefault(operation.getOperationId(), List.of());
    }

    /** The problem types that the operation returns with 409. */
    List<ProblemType> conflicts(Operation operation) {
        return conflicts.getOrDefault(operation.getOperationId(), List.of());
    }

    private static List<ProblemType> types(AnnotationValue value) {
        return Arrays.stream(value.asEnumArray()).map(ProblemType::valueOf).toList();
    }

    private static Set<String> idsOf(IndexView index, Class<?> annotation) {
        return index.getAnnotations(annotation).stream()
                .map(OperationAnnotations::operationId)
                .collect(Collectors.toSet());
    }

    private static <T> Map<String, T> byOperationId(
            IndexView index, Class<?> annotation, Function<AnnotationValue, T> read) {
        // The index can contain a class several times.
        return index.getAnnotations(annotation).stream()
                .collect(Collectors.toMap(
                        OperationAnnotations::operationId, found -> read.apply(found.value()), (first, _) -> first));
    }

    /** The operation id of the annotated method. */
    private static String operationId(AnnotationInstance found) {
        AnnotationInstance operation =
                found.target().annotation(org.eclipse.microprofile.openapi.annotations.Operation.class);
        if (operation == null || operation.value("operationId") == null) {
            throw new IllegalStateException(found.target() + " has no @Operation with an operationId");
        }
        return operation.value("operationId").asString();
    }
}
