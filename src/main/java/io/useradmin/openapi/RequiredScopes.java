package io.useradmin.openapi;

import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import java.util.Map;
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
        String id = operation.getOperationId();
        Scope scope = byOperationId.get(id);
        if (scope == null) {
            throw new IllegalStateException("The operation " + id + " has no @RequiresScope");
        }
        operation.setDescription(operation.getDescription().strip() + "\n\nRequired scope: `" + scope + "`.");
        operation.addExtension("x-required-scope", scope.toString());
    }

    /** What the method that requires the scope is called in the document. */
    private static String operationId(AnnotationInstance required) {
        AnnotationInstance operation =
                required.target().annotation(org.eclipse.microprofile.openapi.annotations.Operation.class);
        if (operation == null || operation.value("operationId") == null) {
            throw new IllegalStateException(required.target() + " has no @Operation with an operationId");
        }
        return operation.value("operationId").asString();
    }
}
