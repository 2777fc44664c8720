package io.useradmin.openapi;

import static java.util.Objects.requireNonNull;

import io.useradmin.apikey.Scope;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** Adds the scopes to the request body that grants them. Not to responses, because clients must accept scopes of later releases. */
final class GrantableScopes {
    private GrantableScopes() {}

    static void complete(Map<String, Schema> schemas) {
        Schema body = requireNonNull(schemas.get("KeyBody"));
        Schema scopes = requireNonNull(body.getProperties().get("scopes"));
        scopes.getItems().setEnumeration(List.copyOf(Scope.written()));
    }
}
