package io.useradmin.testsupport;

import static io.useradmin.testsupport.Api.withKey;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import io.useradmin.apikey.Scope;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * An operation as a request that succeeds on a user made by {@link Operation#userFor}, so that what holds for all of them is
 * tested on all of them.
 */
public interface ApiOperation {
    /** Every operation of the service. */
    static Stream<ApiOperation> all() {
        return Stream.concat(Arrays.stream(Operation.values()), Arrays.stream(ProvisioningOperation.values()));
    }

    /** The operations that are about a user who has to be there. */
    static Stream<ApiOperation> ofAUser() {
        return all().filter(ApiOperation::needsUser);
    }

    /** The operations with a user's identifier in their path. */
    static Stream<ApiOperation> withAUserInThePath() {
        return all().filter(operation -> !operation.path("a").equals(operation.path("b")));
    }

    String method();

    /** The path for {@code user}. */
    String path(String user);

    /** The body; empty where there is none. */
    String body();

    /** The scope that the operation needs. */
    String scope();

    /** The status of an answer to a request that succeeds. */
    int success();

    /** Whether the operation is 404 where there is no such user. */
    boolean needsUser();

    /** The Accept header that published clients send. */
    String accept();

    /** Whether the client may keep the response, and asks with its ETag before it uses it again. */
    boolean mayBeKept();

    /** Whether a request that succeeds is answered with a body. */
    boolean answersBody();

    /** Whether the request has a body. */
    default boolean hasBody() {
        return !body().isEmpty();
    }

    /** Sends the request as a published client does. */
    default Response send(String key, String user) {
        return send(withKey(key).accept(accept()), user);
    }

    /** Sends the request with headers of the test's own. */
    default Response send(RequestSpecification request, String user) {
        RequestSpecification withBody = hasBody() ? request.body(body()) : request;
        return withBody.urlEncodingEnabled(false).request(method(), path(user));
    }

    /** All scopes but the one that this operation needs. */
    default String[] otherScopes() {
        return Arrays.stream(Scope.values())
                .map(Scope::toString)
                .filter(scope -> !scope.equals(scope()))
                .toArray(String[]::new);
    }
}
