package io.useradmin.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.useradmin.audit.EventType;
import io.useradmin.testsupport.OpenApiDocument.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks a response against the document. It knows only the request that was sent, not how it was generated. */
final class Oracle {
    /** Characters that RFC 3986 does not allow but clients send. */
    private static final Pattern NOT_IN_URIS = Pattern.compile("[^\\w\\-.~:/?#@!$&'()*+,;=%]");

    /** Statuses that the HTTP server sends by itself, without a body, if a request is not valid HTTP. */
    private static final Set<Integer> STATUSES_OF_SERVER = Set.of(400, 414, 431);

    private static final Pattern INTERNALS = Pattern.compile(
            "Exception|Caused by|SQLSTATE|\\bat [a-z]+\\.|\\b(?:java|javax|jakarta|org|com|io)\\.[a-z]+\\.");

    /** The example in errors about types of events. */
    private static final String TYPE_IN_ERRORS = EventType.USER_CREATED.published();

    private static final Pattern TRACE = Pattern.compile("00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String NO_TRACE = "0".repeat(32);
    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");
    private static final Set<String> CODES = documentedCodes();
    /** Numbers for which the validator needs minutes. */
    private static final Pattern HUGE_NUMBER = Pattern.compile("[0-9][eE][+-]?[0-9]{4,}");

    private final Contract contract;

    Oracle(Contract contract) {
        this.contract = contract;
    }

    /** All errors of the response. */
    List<String> complaints(Request request, Answer answer) {
        if (!request.isHttp() && STATUSES_OF_SERVER.contains(answer.status()) && answer.body().length == 0) {
            return List.of();
        }
        Optional<Operation> operation = contract.operation(request.method, pathOf(request));
        List<String> complaints = new ArrayList<>();
        if (answer.status() >= 500) {
            complaints.add("the service failed");
        }
        if (isOptions(request, answer)) {
            return complaints;
        }
        Optional<Operation> answering = answering(request, answer, operation);
        JsonNode documented = contract.response(answering, answer.status());
        if (documented.isMissingNode() && (operation.isPresent() || isError(answer))) {
            complaints.add("the status is not documented");
        }
        complaints.addAll(wrongHeaders(documented, answer));
        complaints.addAll(wrongBody(documented, request, answer));
        if (isError(answer)) {
            complaints.addAll(wrongProblem(answering, request, answer));
        } else {
            operation
                    .flatMap(known -> breach(known, request))
                    .ifPresent(breach -> complaints.add("the request succeeds although " + breach));
            if (!request.isNormalised()) {
                complaints.add("the request succeeds although its path is not normalised");
            }
        }
        return complaints;
    }

    private static boolean isError(Answer answer) {
        return answer.status() >= 400;
    }

    private static boolean isOptions(Request request, Answer answer) {
        return request.method.equals("OPTIONS")
                && answer.status() == 204
                && answer.header("Allow").isPresent();
    }

    /** An unreadable request line or Host gets 400 before the operation is known. */
    private static Optional<Operation> answering(Request request, Answer answer, Optional<Operation> operation) {
        boolean beforeAnyOperation = answer.status() == 400 && !request.isReadable();
        return beforeAnyOperation ? Optional.empty() : operation;
    }

    private List<String> wrongHeaders(JsonNode documented, Answer answer) {
        List<String> complaints = new ArrayList<>();
        if (answer.header("Cache-Control").isEmpty()) {
            complaints.add("Cache-Control is missing");
        }
        if (!answer.header("X-Content-Type-Options").equals(Optional.of("nosniff"))) {
            complaints.add("X-Content-Type-Options is missing");
        }
        documented
                .path("headers")
                .properties()
                .forEach(header ->
                        complaints.addAll(wrongHeader(header.getKey(), contract.resolve(header.getValue()), answer)));
        return complaints;
    }

    private List<String> wrongHeader(String name, JsonNode documented, Answer answer) {
        Optional<String> value = answer.header(name);
        if (value.isEmpty()) {
            return documented.path("required").asBoolean() ? List.of(name + " is missing") : List.of();
        }
        JsonNode schema = documented.get("schema");
        return prefixed(name, contract.violations(schema, typed(value.get(), schema)));
    }

    private List<String> wrongBody(JsonNode documented, Request request, Answer answer) {
        JsonNode content = documented.path("content");
        if (request.method.equals("HEAD") || content.isMissingNode()) {
            boolean expected = answer.body().length == 0 || documented.isMissingNode();
            return expected ? List.of() : List.of("there is a body");
        }
        String type = answer.header("Content-Type").orElse("").replaceFirst(";.*", "");
        if (!content.has(type)) {
            return List.of("the body is " + type);
        }
        return Contract.json(answer.body())
                .map(body -> prefixed(
                        "the body", contract.violations(content.get(type).get("schema"), body)))
                .orElseGet(() -> List.of("the body is not JSON"));
    }

    private List<String> wrongProblem(Optional<Operation> operation, Request request, Answer answer) {
        if (request.method.equals("HEAD")) {
            return List.of();
        }
        List<String> complaints = new ArrayList<>();
        if (INTERNALS.matcher(answer.text().replace(TYPE_IN_ERRORS, "")).find()) {
            complaints.add("the problem tells of the inside");
        }
        JsonNode problem = Contract.json(answer.body()).orElseGet(() -> TextNode.valueOf(""));
        boolean inCatalogue = contract.problems(operation, answer.status())
                .anyMatch(example -> example.get("type").equals(problem.get("type"))
                        && example.get("title").equals(problem.get("title"))
                        && example.get("status").equals(IntNode.valueOf(answer.status())));
        if (!inCatalogue) {
            complaints.add("the problem is not one of the catalogue");
        }
        problem.path("errors").forEach(error -> {
            if (!CODES.contains(error.path("code").asText())) {
                complaints.add("docs/errors.md does not have the code " + error.path("code"));
            }
        });
        String path = pathOf(request);
        String instance = problem.path("instance").asText();
        if (!NOT_IN_URIS.matcher(path).replaceAll(Oracle::escape).equals(instance)) {
            complaints.add("instance is not the path");
        }
        Optional<String> trace = request.header("traceparent").flatMap(Oracle::trace);
        if (trace.isPresent() && !trace.get().equals(problem.path("trace_id").asText())) {
            complaints.add("trace_id is not the caller's");
        }
        return complaints;
    }

    private static Set<String> documentedCodes() {
        try (Stream<String> lines = Files.lines(Path.of("docs", "errors.md"))) {
            return lines.dropWhile(line -> !line.equals("## Codes of `errors`"))
                    .filter(line -> line.startsWith("| `"))
                    .flatMap(line -> CODE.matcher(line.split("\\|")[1]).results())
                    .map(code -> code.group(1))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Optional<String> trace(String traceparent) {
        Matcher matcher = TRACE.matcher(traceparent);
        return matcher.matches() ? Optional.of(matcher.group(1)).filter(id -> !id.equals(NO_TRACE)) : Optional.empty();
    }

    /** The rule of the document that the request breaks, if any. */
    private Optional<String> breach(Operation operation, Request request) {
        return operation.parametersIn("path").stream()
                .filter(parameter -> !allows(parameter, pathValue(operation, parameter, request)))
                .findFirst()
                .or(() -> operation.parametersIn("query").stream()
                        .filter(parameter -> !allowsQuery(parameter, request))
                        .findFirst())
                .map(parameter -> parameter.get("name").asText() + " is not allowed")
                .or(() -> bodyBreach(operation, request));
    }

    private Optional<String> bodyBreach(Operation operation, Request request) {
        if (!operation.hasBody()
                || (!operation.needsBody() && request.body.length == 0)
                || HUGE_NUMBER
                        .matcher(new String(request.body, StandardCharsets.UTF_8))
                        .find()) {
            return Optional.empty();
        }
        return Contract.json(request.body)
                .map(body -> contract.violations(operation.bodySchema(), body))
                .map(violations -> violations.stream().findFirst().map(violation -> "its body has " + violation))
                .orElse(Optional.of("its body is not JSON"));
    }

    private static String pathValue(Operation operation, JsonNode parameter, Request request) {
        int index = List.of(operation.path().split("/"))
                .indexOf("{" + parameter.get("name").asText() + "}");
        return decoded(pathOf(request).split("/", -1)[index].replace("+", "%2B"));
    }

    /** True if the parameter is absent, or occurs once with an allowed value. An array may occur several times. */
    private boolean allowsQuery(JsonNode parameter, Request request) {
        List<String> given = request.query.stream()
                .flatMap(each -> Arrays.stream(each.split("&")))
                .map(each -> each.split("=", 2))
                .filter(pair -> decoded(pair[0]).equals(parameter.get("name").asText()))
                .map(pair -> pair.length == 2 ? decoded(pair[1]) : "")
                .toList();
        boolean isArray = parameter.get("schema").has("items");
        return (given.size() <= 1 || isArray) && given.stream().allMatch(value -> allows(parameter, value));
    }

    private boolean allows(JsonNode parameter, String value) {
        JsonNode declared = parameter.get("schema");
        JsonNode schema = contract.resolve(declared.has("items") ? declared.get("items") : declared);
        return contract.allows(schema, typed(value, schema));
    }

    /** The text as the schema's type, if possible. */
    private static JsonNode typed(String value, JsonNode schema) {
        boolean isNumber = schema.path("type").asText().equals("integer") && value.matches("-?[0-9]+");
        return isNumber
                ? Contract.json(value.replaceFirst("^(-?)0+(?=[0-9])", "$1").getBytes(StandardCharsets.UTF_8))
                        .orElseThrow()
                : TextNode.valueOf(value);
    }

    private static String decoded(String encoded) {
        try {
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            return "";
        }
    }

    private static List<String> prefixed(String subject, List<String> violations) {
        return violations.stream().map(violation -> subject + ": " + violation).toList();
    }

    private static String escape(MatchResult character) {
        return "%"
                + HexFormat.ofDelimiter("%")
                        .withUpperCase()
                        .formatHex(character.group().getBytes(UTF_8));
    }

    /** The path without the host of the absolute form. */
    private static String pathOf(Request request) {
        return request.path.replaceFirst("^http://[^/]*", "");
    }
}
