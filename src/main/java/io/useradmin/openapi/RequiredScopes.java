package io.useradmin.openapi;

import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.models.Operation;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.IndexView;

/** Says of every operation which scope the service checks for it. */
final class RequiredScopes {
    private final Map<String, Scope> byOperationId;

    RequiredScopes(IndexView index) {
        // A class may be in several parts of the index.
        byOperationId = index.getAnnotations(RequiresScope.class).stream()
                .collect(Collectors.toMap(
                        RequiredScopes::operationId,
                        required -> Scope.valueOf(required.value().asEnum()),
                        (scope, _) -> scope));
    }

    /** Names the scope in words for people, and in an extension for programs. */
    void require(Operation operation) {
        String scope = Objects.requireNonNull(byOperationId.get(operation.getOperationId()))
                .toString();
        operation.setDescription(operation.getDescription().strip() + "\n\nRequired scope: `" + scope + "`.");
        operation.addExtension("x-required-scope", scope);
    }

    /** What the method that requires the scope is called in the document. */
    private static String operationId(AnnotationInstance required) {
        return required.target()
                .annotation(org.eclipse.microprofile.openapi.annotations.Operation.class)
                .value("operationId")
                .asString();
    }
}
