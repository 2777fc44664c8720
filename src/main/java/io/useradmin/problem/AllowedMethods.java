package io.useradmin.problem;

import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Knows the methods of every path, for the Allow header that RFC 9110 wants with a 405 and that the framework leaves out. */
@Provider
@Singleton
public class AllowedMethods implements DynamicFeature {
    private record Operation(Pattern path, String method) {}

    private final List<Operation> operations = new ArrayList<>();

    @Override
    public void configure(ResourceInfo operation, FeatureContext context) {
        Method javaMethod = operation.getResourceMethod();
        String template = Stream.of(
                        operation.getResourceClass().getAnnotation(Path.class), javaMethod.getAnnotation(Path.class))
                .filter(path -> path != null)
                .map(path -> path.value().replaceAll("^/|/$", ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining("/", "/", ""));
        Pattern path = Pattern.compile(template.replaceAll("\\{[^}]*}", "[^/]+") + "/?");
        for (Annotation annotation : javaMethod.getAnnotations()) {
            HttpMethod method = annotation.annotationType().getAnnotation(HttpMethod.class);
            if (method != null) {
                operations.add(new Operation(path, method.value()));
            }
        }
    }

    /** The methods that {@code path} knows, as the value of an Allow header. */
    public String of(String path) {
        return operations.stream()
                .filter(operation -> operation.path().matcher(path).matches())
                .flatMap(operation ->
                        operation.method().equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(operation.method()))
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
