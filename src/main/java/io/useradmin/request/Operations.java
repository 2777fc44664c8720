package io.useradmin.request;

import io.useradmin.request.RequestPipeline.OperationFilter;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All operations of the service. As a filter, it records for each request the operation that it has reached. It also finds the
 * methods of a path for the Allow header (RFC 9110 requires it with 405, and Quarkus omits it), and the operation that a refused
 * request was meant for.
 */
@Provider
@Singleton
public class Operations implements DynamicFeature {
    private final List<Operation> all = new ArrayList<>();

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        add(resource).ifPresent(operation -> OperationFilter.ARRIVAL.register(context, new Arrival(operation)));
    }

    Optional<Operation> add(ResourceInfo resource) {
        Optional<Operation> operation = describe(resource);
        operation.ifPresent(all::add);
        return operation;
    }

    /** The methods of {@code path}, as the value of an Allow header. */
    public String allowed(String path) {
        List<String> requested = Operation.segments(path);
        return allow(
                all.stream().filter(operation -> operation.matches(requested)).map(Operation::method));
    }

    /** The value of an Allow header for a path with operations of these methods. */
    public static String allow(Stream<String> methods) {
        return methods.flatMap(method -> method.equals(HttpMethod.GET)
                        ? Stream.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS)
                        : Stream.of(method, HttpMethod.OPTIONS))
                .sorted()
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** The operation for a request with this method and path. */
    public Optional<Operation> find(String method, String path) {
        String wanted = method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method;
        List<String> requested = Operation.segments(path);
        return all.stream()
                .filter(operation -> operation.method().equals(wanted))
                .filter(operation -> operation.matches(requested))
                .min(Comparator.comparingLong(Operation::parameterCount));
    }

    private static Optional<Operation> describe(ResourceInfo resource) {
        Method method = resource.getResourceMethod();
        var described = method.getAnnotation(org.eclipse.microprofile.openapi.annotations.Operation.class);
        return Stream.of(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .filter(found -> found != null)
                .map(http ->
                        new Operation(described.operationId(), http.value(), template(resource), mediaTypes(method)))
                .findFirst();
    }

    /** Without an annotation, the media type is JSON. */
    private static List<String> mediaTypes(Method method) {
        Produces produces = method.getAnnotation(Produces.class);
        return produces == null ? List.of(MediaType.APPLICATION_JSON) : List.of(produces.value());
    }

    private static String template(ResourceInfo resource) {
        return Stream.of(
                        resource.getResourceClass().getAnnotation(Path.class),
                        resource.getResourceMethod().getAnnotation(Path.class))
                .filter(path -> path != null)
                .map(path -> path.value().replaceAll("^/|/$", ""))
                .filter(path -> !path.isEmpty())
                .collect(Collectors.joining("/", "/", ""));
    }

    private record Arrival(Operation operation) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            RequestInfo.of(request).setOperation(operation);
        }
    }
}
