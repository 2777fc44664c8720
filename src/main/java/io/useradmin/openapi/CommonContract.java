package io.useradmin.openapi;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.quarkus.smallrye.openapi.OpenApiFilter.RunStage;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.PageResponse;
import io.useradmin.problem.Problem.CursorExpired;
import io.useradmin.problem.Problem.IdempotencyKeyReused;
import io.useradmin.request.Operations;
import io.useradmin.shared.UriText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem.HttpMethod;
import org.eclipse.microprofile.openapi.models.headers.Header;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.parameters.Parameter.In;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;
import org.jboss.jandex.IndexView;

/** Adds the common parts of all operations to the document, so that no operation repeats them. It runs during the build. */
@OpenApiFilter(stages = RunStage.BUILD)
public class CommonContract implements OASFilter {
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([^}]+)}");

    private static final String USER = "#/components/schemas/User";
    private static final String DOCUMENTS =
            "The user has `public_data` only if the key has the scope `public_data:read`, and"
                    + " `private_data` only if it has `private_data:read`.";

    private final OperationAnnotations annotations;
    private final SchemaRules rules;
    private final SortOrders orders;

    /**
     * The build calls this.
     *
     * @param index the annotations of all classes
     */
    public CommonContract(IndexView index) {
        this.annotations = new OperationAnnotations(index);
        this.rules = new SchemaRules(index);
        this.orders = new SortOrders(index);
    }

    @Override
    public void filterOpenAPI(OpenAPI document) {
        Map<String, Schema> schemas =
                new LinkedHashMap<>(document.getComponents().getSchemas());
        GrantableScopes.complete(schemas);
        schemas.forEach(rules::complete);
        ClosedObjects.complete(schemas);
        document.getComponents().setSchemas(schemas);
        MergePatches.complete(document);
        orders.complete(document.getComponents().getParameters());
        EventTypes.complete(document.getComponents().getParameters());
        document.getPaths()
                .getPathItems()
                .forEach((path, item) -> item.getOperations()
                        .forEach((method, operation) -> complete(operation, method, path, document)));
    }

    private void complete(Operation operation, HttpMethod method, String path, OpenAPI document) {
        if (answersUsers(operation)) {
            operation.setDescription(operation.getDescription().strip() + "\n\n" + DOCUMENTS);
        }
        nameScope(operation, annotations.scope(operation));
        SharedSignals.complete(operation, path);
        operation.setParameters(Stream.concat(
                        Stream.ofNullable(operation.getParameters())
                                .flatMap(List::stream)
                                .map(CommonContract::shared),
                        headers(operation, method, document)
                                .map(name -> OASFactory.createParameter().ref(name)))
                .toList());
        if (operation.getRequestBody() != null && operation.getRequestBody().getRequired() == null) {
            operation.getRequestBody().setRequired(true);
        }
        completeCreation(operation.getResponses());
        OperationContext context = context(operation, path, document);
        // So far, the operation has only its success responses.
        operation.getResponses().getAPIResponses().forEach((status, answer) -> {
            completeSuccess(context, status, answer);
            if (method != HttpMethod.GET) {
                answer.addHeader(OperationContext.CONSISTENCY_TOKEN, header(OperationContext.CONSISTENCY_TOKEN));
            }
        });
        new ErrorResponses(context).byStatus().forEach(operation.getResponses()::addAPIResponse);
    }

    private static boolean answersUsers(Operation operation) {
        return answers(operation).anyMatch(USER::equals);
    }

    /** The schemas of the responses, or of their array elements. */
    private static Stream<String> answers(Operation operation) {
        return operation.getResponses().getAPIResponses().values().stream()
                .flatMap(answer -> Stream.ofNullable(answer.getContent()))
                .flatMap(content -> content.getMediaTypes().values().stream())
                .map(MediaType::getSchema)
                .map(schema -> schema.getItems() == null ? schema : schema.getItems())
                .flatMap(schema -> Stream.ofNullable(schema.getRef()));
    }

    private Stream<String> headers(Operation operation, HttpMethod method, OpenAPI document) {
        return Stream.of(
                        preferences(operation),
                        annotations.takesIdempotencyKey(operation, method)
                                ? Stream.of(IdempotencyKeyReused.HEADER)
                                : Stream.<String>empty(),
                        method == HttpMethod.GET
                                ? Stream.of(OperationContext.CONSISTENCY_TOKEN)
                                : Stream.<String>empty(),
                        mayBeRecorded(operation, method, document)
                                ? Stream.of(Author.ACTOR, Author.REASON)
                                : Stream.<String>empty(),
                        Stream.of("traceparent"))
                .flatMap(each -> each);
    }

    /** If reads of private data are recorded, they take an author and a reason, like writes. */
    private static boolean mayBeRecorded(Operation operation, HttpMethod method, OpenAPI document) {
        return method != HttpMethod.GET || answers(operation).anyMatch(new PrivateMembers(document)::areIn);
    }

    /** Only lists with numbered pages are counted. */
    private static Stream<String> preferences(Operation operation) {
        return Stream.ofNullable(operation.getParameters())
                        .flatMap(List::stream)
                        .anyMatch(parameter ->
                                parameter.getRef() != null && parameter.getRef().endsWith("/page"))
                ? Stream.of("Prefer")
                : Stream.empty();
    }

    /** Adds the scope to the description for people, and as an extension for programs. */
    private static void nameScope(Operation operation, Optional<Scope> scope) {
        String words = scope.map(each -> "`" + each + "`").orElse("none");
        operation.setDescription(operation.getDescription().strip() + "\n\nRequired scope: " + words + ".");
        scope.ifPresent(each -> operation.addExtension("x-required-scope", each.toString()));
    }

    /** Path parameters are the same for all operations. */
    private static Parameter shared(Parameter parameter) {
        return parameter.getIn() == In.PATH ? OASFactory.createParameter().ref(parameter.getName()) : parameter;
    }

    /** 201 has the same body as 200. */
    private static void completeCreation(APIResponses responses) {
        Optional.ofNullable(responses.getAPIResponse("200"))
                .map(APIResponse::getContent)
                .ifPresent(content -> Optional.ofNullable(responses.getAPIResponse("201"))
                        .ifPresent(created -> created.setContent(content)));
    }

    private OperationContext context(Operation operation, String path, OpenAPI document) {
        String instance = instance(path, document);
        return new OperationContext(
                operation,
                annotations.scope(operation),
                path,
                instance,
                allowed(instance, document),
                annotations.notFound(operation),
                annotations.conflicts(operation),
                body(operation, document).flatMap(CommonContract::requiredMember),
                body(operation, document)
                        .map(Schema::getProperties)
                        .flatMap(members -> members.keySet().stream().findFirst()));
    }

    /** The path with example values of its parameters. */
    private static String instance(String path, OpenAPI document) {
        Map<String, Parameter> parameters = document.getComponents().getParameters();
        return UriText.escaped(PATH_PARAMETER
                .matcher(path)
                .replaceAll(name -> Matcher.quoteReplacement(Objects.requireNonNull(parameters.get(name.group(1)))
                        .getExample()
                        .toString())));
    }

    /** The methods of the path. The document can have several templates that match it, with different parameters. */
    private static String allowed(String instance, OpenAPI document) {
        return Operations.allow(document.getPaths().getPathItems().entrySet().stream()
                .filter(path ->
                        instance.matches(PATH_PARAMETER.matcher(path.getKey()).replaceAll("[^/]+")))
                .flatMap(path -> path.getValue().getOperations().keySet().stream())
                .map(HttpMethod::name));
    }

    private static Optional<Schema> body(Operation operation, OpenAPI document) {
        Map<String, Schema> schemas = document.getComponents().getSchemas();
        return Optional.ofNullable(operation.getRequestBody())
                .flatMap(body ->
                        body.getContent().getMediaTypes().values().stream().findFirst())
                .map(media -> schemas.get(SchemaReference.name(media.getSchema().getRef())));
    }

    /** The first required member of the body. If it has two alternative names (if/else in the schema), that of the else branch. */
    private static Optional<String> requiredMember(Schema body) {
        return Optional.ofNullable(body.getRequired())
                .or(() -> Optional.ofNullable(body.getElseSchema()).map(Schema::getRequired))
                .map(List::getFirst);
    }

    private static void completeSuccess(OperationContext operation, String status, APIResponse answer) {
        answer.addHeader("X-Content-Type-Options", header("X-Content-Type-Options"));
        answer.addHeader(
                "Cache-Control", header(operation.isVersionedRead() ? "Cache-Control-of-data" : "Cache-Control"));
        answer.addHeader("RateLimit-Policy", header("RateLimit-Policy"));
        answer.addHeader("RateLimit", header("RateLimit"));
        if (operation.isVersioned() && !status.equals("204")) {
            answer.addHeader("ETag", header("ETag"));
        }
        if (operation.isList()) {
            answer.addHeader(PageResponse.PAGINATION, header(PageResponse.PAGINATION));
            answer.addHeader("Preference-Applied", header("Preference-Applied"));
            answer.addHeader("Link", header("Link"));
        }
        operation.cursor().ifPresent(_ -> answer.addHeader("Link", header("Link-to-next")));
        if (operation.isFeed()) {
            answer.addHeader(CursorExpired.NEXT_CURSOR, header(CursorExpired.NEXT_CURSOR));
        }
        if (answer.getContent() != null) {
            answer.getContent().getMediaTypes().values().stream()
                    .map(MediaType::getSchema)
                    .filter(schema -> schema.getItems() != null)
                    .forEach(schema -> schema.setMaxItems(operation.maxSize()));
        }
    }

    private static Header header(String component) {
        return OASFactory.createHeader().ref(component);
    }
}
