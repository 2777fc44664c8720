package io.useradmin.citus;

import static io.useradmin.testsupport.Api.withKey;

import io.useradmin.testsupport.ApiOperation;
import io.useradmin.testsupport.ApiOperation.QueryParameter;
import io.useradmin.testsupport.ApiRequest;
import io.useradmin.testsupport.ServiceProcess;
import io.useradmin.testsupport.Tenant;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The requests of an operation that are sent to two services, to compare the responses. */
final class ComparedRequests {
    private static final String NOBODY = "nobody";

    private final ApiOperation operation;
    private final Tenant tenant;
    private final String user;

    ComparedRequests(ApiOperation operation, Tenant tenant, String user) {
        this.operation = operation;
        this.tenant = tenant;
        this.user = user;
    }

    /** The responses by request name: everything that a client sees, without values that differ in each response. */
    Map<String, String> responses(ServiceProcess service) {
        Map<String, String> responses = new LinkedHashMap<>();
        requests()
                .forEach(request -> responses.put(
                        request.name(),
                        ComparedResponse.of(request.operation()
                                .send(
                                        request.more()
                                                .apply(withKey(tenant.apiKey()).port(service.port())),
                                        request.user()))));
        return responses;
    }

    private record Request(String name, ApiOperation operation, String user, UnaryOperator<ApiRequest> more) {}

    /** Requests that change nothing come first. */
    private List<Request> requests() {
        List<Request> requests = new ArrayList<>();
        for (QueryParameter parameter : operation.query()) {
            requests.add(new Request(
                    "with " + parameter.name(),
                    operation,
                    user,
                    request -> request.queryParam(parameter.name(), encoded(parameter.example()))));
        }
        requests.add(new Request("of nobody", operation, NOBODY, request -> request));
        requests.add(with("If-Match", "\"none\""));
        requests.add(with("If-None-Match", "*"));
        requests.add(with("Prefer", "return=minimal, count=exact"));
        requests.add(new Request("itself", operation, user, request -> request));
        requests.add(new Request("again", operation, user, request -> request));
        requests.add(with("If-Match", "*"));
        requests.add(with("Idempotency-Key", "key-1"));
        requests.add(new Request("repeated", operation, user, request -> request.header("Idempotency-Key", "key-1")));
        // Reads that show what the operation changed, and its events.
        for (String read : List.of(
                "getUser",
                "listSessions",
                "listBlockedIps",
                "listGroupsOfUser",
                "exportUser",
                "listUsers",
                "listAuditLog")) {
            requests.add(new Request("then " + read, ApiOperation.named(read), user, request -> request));
        }
        return requests;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Request with(String header, String value) {
        return new Request(header + ": " + value, operation, user, request -> request.header(header, value));
    }
}
