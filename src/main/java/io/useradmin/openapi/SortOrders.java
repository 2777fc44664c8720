package io.useradmin.openapi;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import io.useradmin.shared.SortKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.IndexView;

/** Adds the values of each sort parameter: every key of its Java enum, in both directions. */
final class SortOrders {
    private static final String SORT = "sort";
    private static final SnakeCaseStrategy NAMING = new SnakeCaseStrategy();

    /** The enums by component: SessionSort has the values of session_sort. */
    private final Map<String, ClassInfo> enums;

    SortOrders(IndexView index) {
        // The index can contain a class several times.
        enums = index.getAllKnownImplementations(SortKey.class).stream()
                .collect(Collectors.toMap(
                        type -> NAMING.translate(type.simpleName()), type -> type, (first, _) -> first));
    }

    /** Completes the shared sort parameters. */
    void complete(Map<String, Parameter> parameters) {
        parameters.forEach((component, parameter) -> {
            if (SORT.equals(parameter.getName())) {
                ClassInfo type =
                        Objects.requireNonNull(enums.get(component), () -> "no enum is named like " + component);
                parameter.getSchema().setEnumeration(List.copyOf(orders(type)));
            }
        });
    }

    private static List<String> orders(ClassInfo type) {
        return keys(type)
                .map(SortKey::parameterName)
                .flatMap(key -> Stream.of(key + ":1", key + ":-1"))
                .toList();
    }

    /** Loads the enum, because the annotation index does not have the constructor arguments of its constants. */
    private static Stream<SortKey> keys(ClassInfo type) {
        try {
            return Stream.of(Class.forName(type.name().toString()).getEnumConstants())
                    .map(SortKey.class::cast);
        } catch (ClassNotFoundException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
