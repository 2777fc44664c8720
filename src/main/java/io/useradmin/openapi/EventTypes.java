package io.useradmin.openapi;

import io.useradmin.audit.EventType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/** Lists the types of events in the parameters that take them. */
final class EventTypes {
    private EventTypes() {}

    static void complete(Map<String, Parameter> parameters) {
        parameters.forEach((component, parameter) -> {
            if (parameter.getName().equals("type")) {
                boolean hasFamilies = component.equals("event_types");
                parameter
                        .getSchema()
                        .getItems()
                        .setEnumeration(List.copyOf((hasFamilies ? Stream.concat(all(), families()) : all()).toList()));
            }
        });
    }

    private static Stream<String> all() {
        return Arrays.stream(EventType.values()).map(EventType::published);
    }

    /** Patterns such as {@code io.useradmin.session.*}, and all types. */
    private static Stream<String> families() {
        return Stream.concat(
                Stream.of("*"),
                all().map(type -> type.replaceFirst("[^.]*$", "*")).distinct());
    }
}
