package io.useradmin.openapi;

import io.useradmin.audit.EventType;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/** Adds the event types to the parameter that takes only these. The parameter of the change feed also takes patterns. */
final class EventTypes {
    private EventTypes() {}

    static void complete(Map<String, Parameter> parameters) {
        Objects.requireNonNull(parameters.get("event_type"))
                .getSchema()
                .getItems()
                .setEnumeration(Arrays.stream(EventType.values())
                        .<Object>map(EventType::published)
                        .toList());
    }
}
