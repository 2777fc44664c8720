package io.useradmin.openapi;

import io.useradmin.audit.EventType;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/** Lists the types of events in the parameter that takes no others; that of the change feed takes patterns too. */
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
