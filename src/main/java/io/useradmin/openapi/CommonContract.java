package io.useradmin.openapi;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.quarkus.smallrye.openapi.OpenApiFilter.RunStage;
import io.useradmin.shared.PageRequest;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.headers.Header;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.parameters.Parameter.In;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;
import org.jboss.jandex.IndexView;

/**
 * Completes the document with what the contract says of all operations, so that no operation repeats it. It runs while the
 * service is built.
 */
@OpenApiFilter(stages = RunStage.BUILD)
public class CommonContract implements OASFilter {
    private static final String PAGE = "page";
    private static final String IF_MATCH = "If-Match";
    private static final String IF_MATCH_OF_READ = "If-Match-of-read";

    private final RequiredScopes scopes;
    private final SchemaRules schemas;
    private final SortOrders orders;
    private final ErrorResponses errors = new ErrorResponses();

    /**
     * Called by the build.
     *
     * @param index the annotations of all classes
     */
    public CommonContract(IndexView index) {
        this.scopes = new RequiredScopes(index);
        this.schemas = new SchemaRules(index);
        this.orders = new SortOrders(index);
    }

    @Override
    public void filterOpenAPI(OpenAPI document) {
        document.getComponents().getSchemas().forEach(schemas::complete);
        orders.complete(document.getComponents().getParameters());
        document.getComponents().setResponses(errors.components());
        document.getPaths().getPathItems().values().stream()
                .flatMap(path -> path.getOperations().values().stream())
                .forEach(this::complete);
    }

    private void complete(Operation operation) {
        scopes.require(operation);
        operation.setParameters(Stream.concat(
                        operation.getParameters().stream().map(CommonContract::shared),
                        Stream.of(OASFactory.createParameter().ref("traceparent")))
                .toList());
        if (operation.getRequestBody() != null) {
            operation.getRequestBody().setRequired(true);
        }
        completeCreation(operation.getResponses());
        operation
                .getResponses()
                .getAPIResponses()
                .forEach((status, answer) -> completeSuccess(operation, status, answer));
        errors.statuses(operation, has(operation, PAGE), isVersioned(operation))
                .forEach(status -> operation
                        .getResponses()
                        .addAPIResponse(status, OASFactory.createAPIResponse().ref(status)));
    }

    /** What the path parameters are does not differ between operations. */
    private static Parameter shared(Parameter parameter) {
        return parameter.getIn() == In.PATH ? OASFactory.createParameter().ref(parameter.getName()) : parameter;
    }

    /** What is created is answered in the form in which what was there is. */
    private static void completeCreation(APIResponses responses) {
        Optional.ofNullable(responses.getAPIResponse("200"))
                .map(APIResponse::getContent)
                .ifPresent(content -> Optional.ofNullable(responses.getAPIResponse("201"))
                        .ifPresent(created -> created.setContent(content)));
    }

    /** At this point the operation knows only its successes. */
    private static void completeSuccess(Operation operation, String status, APIResponse answer) {
        answer.addHeader("X-Content-Type-Options", header("X-Content-Type-Options"));
        answer.addHeader(
                "Cache-Control", header(has(operation, IF_MATCH_OF_READ) ? "Cache-Control-of-data" : "Cache-Control"));
        if (isVersioned(operation) && !status.equals("204")) {
            answer.addHeader("ETag", header("ETag"));
        }
        if (has(operation, PAGE)) {
            answer.addHeader("X-Pagination", header("X-Pagination"));
            answer.addHeader("Link", header("Link"));
            answer.getContent()
                    .getMediaTypes()
                    .values()
                    .forEach(body -> body.getSchema().setMaxItems(PageRequest.MAX_SIZE));
        }
    }

    /** Whether what it is about has an ETag. */
    private static boolean isVersioned(Operation operation) {
        return has(operation, IF_MATCH) || has(operation, IF_MATCH_OF_READ);
    }

    /** Whether the operation takes the shared parameter. */
    private static boolean has(Operation operation, String parameter) {
        return operation.getParameters().stream()
                .map(Parameter::getRef)
                .anyMatch(ref -> ref != null && ref.endsWith("/" + parameter));
    }

    private static Header header(String component) {
        return OASFactory.createHeader().ref(component);
    }
}
